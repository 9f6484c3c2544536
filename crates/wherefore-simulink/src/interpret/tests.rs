//! Small diagrams with values computed by hand.
