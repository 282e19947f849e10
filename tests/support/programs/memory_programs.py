"""Random programs that mostly load and store, with any control flow."""

from __future__ import annotations

from random import Random

HEADER = """\
stage optimizable
struct $Pair {
    #a: i64
    #b: [2 x i64]
}
enum $Way { ?one(i64, i64), ?other(i64, i64) }
var @global: i64
var @pointer: *i64
!noinline
func @touch: (*i64) -> i64 {
'entry(%p: *i64):
    %v = load %p: *i64
    %w = add %v: i64, 1: i64
    store %w: i64 to %p: *i64
    return %v: i64
}
"""

CALLER = """
func @main: (i64, i64, bool) -> (i64, i64, i64) {
'entry(%x: i64, %fuel: i64, %same: bool):
    %p = allocateStack i64 count 1
    %q = allocateHeap i64 count 1
    store %x: i64 to %q: *i64
    conditional %same: bool then 'call(%p: *i64) else 'call(%q: *i64)
'call(%r: *i64):
    %s = apply @f(%p: *i64, %r: *i64, %x: i64, %fuel: i64) -> i64
    %t = load %p: *i64
    %g = load @global: *i64
    return (%s: i64, %t: i64, %g: i64): (i64, i64, i64)
}
"""


class _Writer:
    """Writes the function ``@f``, whose blocks take the remaining number of blocks to run and an
    accumulator of all loaded values."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.count = 0
        self.pointers: list[str] = []
        self.pairs: list[str] = []
        self.heap: list[str] = []
        self.boxes: list[str] = []
        self.values: list[str] = []
        self.total = ""

    def put(self, text: str) -> str:
        """Inserts an instruction with a result."""
        self.count += 1
        self.lines.append(f"    %v{self.count} = {text}")
        return f"%v{self.count}"

    def do(self, text: str) -> None:
        self.lines.append(f"    {text}")

    def value(self) -> str:
        number = str(self.random.randint(0, 9))
        return self.random.choice([number, *self.values, *self.values[-2:]])

    def allocate(self) -> None:
        r = self.random
        match r.choice(["i64", "i64", "heap", "box", "elements", "pair", "pair"]):
            case "i64":
                self.pointers.append(self.put("allocateStack i64 count 1"))
            case "heap":
                self.heap.append(self.put("allocateHeap i64 count 1"))
                self.pointers.append(self.heap[-1])
            case "box":
                self.boxes.append(self.put("allocateBox i64"))
                self.pointers.append(self.put(f"projectBox {self.boxes[-1]}: box i64"))
            case "elements":
                memory = self.put("allocateStack i64 count 3")
                for _ in range(2):
                    at = self.value() if r.random() < 0.1 else str(r.randint(0, 2))
                    at = f"{at}: i64" if at.startswith("%") else at
                    self.pointers.append(self.put(f"elementPointer {memory}: *i64 at {at}"))
            case _:
                self.pairs.append(self.put("allocateStack $Pair count 1"))
                for path in r.sample(["#a", "#b, 0", "#b, 1"], r.randint(1, 3)):
                    pair = self.pairs[-1]
                    self.pointers.append(self.put(f"elementPointer {pair}: *$Pair at 0, {path}"))

    def see(self, value: str) -> None:
        """Adds a value to the accumulator."""
        self.values.append(value)
        product = self.put(f"multiply {self.total}: i64, 31: i64")
        self.total = self.put(f"add {product}: i64, {value}: i64")

    def step(self) -> None:
        r = self.random
        pointer = r.choice(self.pointers)
        match r.randrange(24):
            case 0:
                self.see(self.put(f"apply @touch({pointer}: *i64) -> i64"))
            case 1:
                self.do(f"store {pointer}: *i64 to @pointer: **i64")
            case 2:
                kept = self.put("load @pointer: **i64")
                self.do(f"store {self.value()}: i64 to {kept}: *i64")
            case 3 | 4:
                self.do(f"copy from {r.choice(self.pointers)}: *i64 to {pointer}: *i64 count 1")
            case 5 if self.pairs:
                pair = self.put(f"load {r.choice(self.pairs)}: *$Pair")
                self.see(self.put(f"extract #b, {r.randint(0, 1)} from {pair}: $Pair"))
                self.do(f"store {pair}: $Pair to {r.choice(self.pairs)}: *$Pair")
            case 6 if self.pairs:
                parts = f"#a = {self.value()}: i64, #b = [{self.value()}: i64, 0: i64]: [2 x i64]"
                self.do(f"store {{{parts}}}: $Pair to {r.choice(self.pairs)}: *$Pair")
            case 7 if self.heap and r.random() < 0.2:
                self.do(f"deallocate {r.choice(self.heap)}: *i64")
            case 8 if self.boxes:
                box = r.choice(self.boxes)
                self.do(f"retain {box}: box i64")
                self.do(f"release {box}: box i64")
            case 9:
                self.do(f"push {self.value()}: i64 to %stack: stack")
                if r.random() < 0.7:
                    self.see(self.put("pop i64 from %stack: stack"))
            case n if n < 16:
                self.see(self.put(f"load {pointer}: *i64"))
            case _:
                self.do(f"store {self.value()}: i64 to {pointer}: *i64")

    def block(self, number: int, blocks: int) -> None:
        """A block, with memory of its own, that branches to others."""
        r = self.random
        outer = list(self.pointers), list(self.pairs), list(self.heap), list(self.boxes)
        values = list(self.values)
        self.lines.append(f"'b{number}(%n{number}: i64, %t{number}: i64):")
        self.total = f"%t{number}"
        self.values += [f"%n{number}"]
        if r.random() < 0.3:
            self.allocate()
        for _ in range(r.randint(0, 6)):
            self.step()
        left = self.put(f"subtract %n{number}: i64, 1: i64")
        passed = f"{left}: i64, {self.total}: i64"
        flag = self.put(f"lessThan {left}: i64, 0: i64")
        self.do(f"conditional {flag}: bool then 'end({self.total}: i64) else 'go{number}()")
        self.lines.append(f"'go{number}():")
        first, second = (r.randrange(blocks) for _ in range(2))
        if r.random() < 0.2:
            way = f"?{r.choice(['one', 'other'])}({passed}): $Way"
            self.do(f"branchEnum {way} case ?one 'b{first} case ?other 'b{second}")
        elif r.random() < 0.2:
            self.do(f"branch 'b{first}({passed})")
        else:
            low = self.put(f"and {self.total}: i64, {r.choice([1, 2, 4])}: i64")
            odd = self.put(f"equal {low}: i64, 0: i64")
            self.do(f"conditional {odd}: bool then 'b{first}({passed}) else 'b{second}({passed})")
        self.pointers, self.pairs, self.heap, self.boxes = outer
        self.values = values

    def write(self) -> str:
        r = self.random
        self.lines.append("func @f: (*i64, *i64, i64, i64) -> i64 {")
        self.lines.append("'entry(%p: *i64, %q: *i64, %x: i64, %fuel: i64):")
        self.do("%stack = createStack")
        self.do("store %p: *i64 to @pointer: **i64")
        self.pointers, self.values, self.total = ["%p", "%q", "@global"], ["%x"], "%x"
        for _ in range(r.randint(1, 6)):
            self.allocate()
        for _ in range(r.randint(0, 4)):
            self.step()
        self.do(f"branch 'b0(%fuel: i64, {self.total}: i64)")
        blocks = r.randint(1, 6)
        for number in range(blocks):
            self.block(number, blocks)
        self.lines.append("'end(%result: i64):")
        self.total = "%result"
        for pointer in self.pointers:
            if r.random() < 0.6:
                self.see(self.put(f"load {pointer}: *i64"))
        for pointer in self.heap:
            if r.random() < 0.8:
                self.do(f"deallocate {pointer}: *i64")
        for box in self.boxes:
            if r.random() < 0.8:
                self.do(f"release {box}: box i64")
        self.do(f"return {self.total}: i64")
        return "\n".join([*self.lines, "}"])


def memory_program(seed: int) -> str:
    """Draws a program. Its function ``@main`` takes a number, the number of blocks to run, and
    whether two pointers alias."""
    return HEADER + _Writer(Random(seed)).write() + CALLER
