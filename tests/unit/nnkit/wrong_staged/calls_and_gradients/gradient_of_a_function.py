from dlvm.nnkit import gradient

gradient(abs, wrt="x")  # error@1: gradient expects a staged function, got abs; decorate it with @staged
