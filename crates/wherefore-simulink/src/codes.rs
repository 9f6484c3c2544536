//! Every diagnostic that the front end of Simulink can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// A file that is no diagram.
    CONTAINER = Error "simulink-container": "a file that is no block diagram",
        "A `.slx` file is a zip archive with XML inside, a `.mdl` file is a text of nested sections. The file is neither, it is \
         damaged, or its parts are larger than what is read: 64 MB each, 256 MB together.";
    /// Something that XML does not allow.
    XML = Error "simulink-xml": "a part of an archive that is no well-formed XML",
        "A part of the archive is not well-formed. Document type declarations and entities of one's own are not read.";
    /// Deep nesting.
    TOO_DEEP = Error "simulink-too-deep": "nesting beyond the limit",
        "Sections, subsystems and expressions may be nested 200 levels deep.";
    /// A text form that cannot be read.
    SYNTAX = Error "simulink-syntax": "text of a diagram that cannot be read",
        "The text form of a diagram consists of sections `Name { ... }` and of lines with a name and a value.";
    /// A diagram that does not hang together.
    STRUCTURE = Error "simulink-structure": "a diagram that does not hang together",
        "A line begins or ends at a port that does not exist, an input is driven twice, or a part of the file is missing.";
    /// A parameter without a value.
    PARAMETER = Error "simulink-parameter": "a parameter without a value",
        "The parameter of a block is an expression of MATLAB. It names a variable that neither the masks around the block nor the \
         workspace of the model defines, or it uses something outside the subset that is read. Variables are given with \
         `--params FILE`, a file of assignments (`Ts = 0.01;`) or JSON.";
    /// A block that is not supported.
    UNSUPPORTED = Error "simulink-unsupported": "a block that is not supported",
        "The block, or this setting of it, is not supported: its meaning would have to be guessed or ignored, and then no verdict \
         could be trusted. `--open BLOCK` takes its outputs as free: whatever is proved then holds for every block in its place.";
    /// Continuous time.
    CONTINUOUS = Error "simulink-continuous": "a block in continuous time",
        "Time is discrete: the block has to be replaced by a discrete one (`Discretize` in Simulink's Model Discretizer), or its \
         output taken as free with `--open BLOCK`.";
    /// Rates that do not go together.
    RATES = Error "simulink-rates": "blocks with different rates",
        "Blocks may run at several rates: a tick is as long as the greatest common divisor of all sample times, and a block keeps its \
         outputs between its runs. All rates must begin together again within 10000 ticks; a subsystem that is executed on \
         condition, or that has a sample time, runs as a whole; and a deterministic Rate Transition needs rates of which one is a \
         multiple of the other.";
    /// A loop without delay.
    ALGEBRAIC_LOOP = Error "simulink-algebraic-loop": "an algebraic loop",
        "The output of a block depends on itself within one step. Put a Unit Delay into the loop.";
    /// Types or sizes that do not fit.
    TYPES = Error "simulink-types": "types or sizes that do not fit",
        "Signals that meet in a block have types or sizes that it does not accept.";
    /// A divisor that may be zero.
    DIVISION = Warning "simulink-division": "a division by something that may be zero",
        "What a simulation makes of a division by zero is no number, or the end of the run. Here the quotient is then 0. Bound \
         the divisor away from zero, or choose with a Switch what is to happen then.";
    /// Something taken as free.
    OPENED = Note "simulink-opened": "outputs of a block that are taken as free",
        "The block is not looked into. Its outputs may have any value at any time: what holds is proved for every block in its \
         place, what is violated may be due to values that the block never gives.";
}
