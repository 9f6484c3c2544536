//! Every diagnostic that the readers of netlists can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// A line that cannot be read.
    SYNTAX = Error "netlist-syntax": "a line of a netlist that cannot be read",
        "A line of BTOR2 is `ID OPERATOR SORT OPERANDS... [SYMBOL] [; COMMENT]`. A file of AIGER begins with `aag` or `aig` and the \
         numbers of its parts, and has as many lines of each as it says there.";
    /// Numbers that stand for nothing.
    UNKNOWN = Error "netlist-unknown": "a number that nothing defines",
        "Operands are the numbers of lines above, or literals of inputs, latches and gates. A number that is negative in BTOR2, or odd \
         in AIGER, stands for the complement.";
    /// Numbers that are defined twice.
    DUPLICATE = Error "netlist-duplicate": "something that is defined twice",
        "Every number has one line, every register at most one `init` and one `next`, and every variable of AIGER one definition.";
    /// Operands that do not fit.
    SORT = Error "netlist-sort": "operands whose sorts do not fit the operator",
        "The sort that a line names must be the one that its operator gives, and operands must have the widths that the operator \
         takes. `bad`, `constraint`, `fair` and `justice` take single bits.";
    /// A loop of gates.
    CYCLE = Error "netlist-cycle": "a value that depends on itself within one step",
        "Every loop of a circuit must pass through a register. First values of registers may depend on one another, but not in a circle.";
    /// More than is read.
    LIMIT = Error "netlist-limit": "a netlist beyond the limits",
        "A netlist may have two million gates, words 65,536 bits, and arrays 1,024 elements: each element of an array is a \
         variable of its own. A larger memory can be made smaller by a parameter of the design, or be left out of the netlist.";
    /// A construct outside of what is read.
    UNSUPPORTED = Error "netlist-unsupported": "a construct that is not supported",
        "Files of the first version of BTOR are not read, nor are arrays of arrays. Current tools write BTOR2.";
    /// A binary file that cannot be unpacked.
    BINARY = Error "netlist-binary": "a binary file of AIGER that is damaged",
        "The gates of a binary file are differences of literals in groups of seven bits. The file ends before the last one, or a \
         difference leads below zero. `aigtoaig` writes the ASCII form, in which each gate is a line.";
    /// Outputs that are taken as properties.
    OUTPUTS = Note "netlist-outputs": "outputs that are taken as bad states",
        "Before version 1.9, files of AIGER had no section for bad states: a property is an output that must never be 1. This is how a \
         file without bad states and without justice properties is read.";
}
