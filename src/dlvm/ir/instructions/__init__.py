"""All instructions, one class each. A new instruction belongs in the module of its family."""

from dlvm.ir.instruction import INSTRUCTIONS as INSTRUCTIONS
from dlvm.ir.instructions.aggregate import *
from dlvm.ir.instructions.complex_numbers import *
from dlvm.ir.instructions.contraction import *
from dlvm.ir.instructions.control import *
from dlvm.ir.instructions.elementwise import *
from dlvm.ir.instructions.extension import *
from dlvm.ir.instructions.linear_algebra import *
from dlvm.ir.instructions.memory import *
from dlvm.ir.instructions.queries import *
from dlvm.ir.instructions.rearrangement import *
from dlvm.ir.instructions.shape import *
from dlvm.ir.instructions.windows import *
