//! Every diagnostic that the reader of Aldebaran files can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// No header.
    HEADER = Error "aut-header": "a first line that is no header",
        "An Aldebaran file begins with des (INITIAL, TRANSITIONS, STATES): the number of the initial state, how many \
         transitions follow and how many states there are. States are numbered from 0.";
    /// Not a transition.
    LINE = Error "aut-line": "a line that is no transition",
        "Every line after the header is (SOURCE, LABEL, TARGET). The label may be quoted, and may contain anything but a \
         line break.";
    /// End in the middle.
    TRUNCATED = Error "aut-truncated": "a file that ends in the middle of a line",
        "The last line has no end, so the file was probably cut off while it was written or copied. Half a graph is not \
         analysed: what is missing could turn every verdict around.";
    /// Wrong number of transitions.
    COUNT = Error "aut-count": "a number of transitions other than the header promises",
        "The header says how many transitions follow, and the file has more or fewer lines than that. The file was \
         probably cut off or put together by hand. Half a graph is not analysed: what is missing could turn every verdict \
         around.";
    /// State out of range.
    RANGE = Error "aut-range": "a state that the header does not allow",
        "States are numbered from 0 to one less than the number of states in the header, which is its last number.";
    /// Probabilities.
    PROBABILISTIC = Error "aut-probabilistic": "a distribution over states instead of one state",
        "mCRL2 writes probabilistic systems with distributions such as 0 1/3 1 in the place of a state. They are not \
         labelled transition systems, and the explanations here have no meaning for them.";
    /// Too large.
    TOO_LARGE = Error "aut-too-large": "a graph beyond the limits",
        "States are numbered with 32 bits, and a header that promises far more states than its transitions can reach \
         is refused.";
    /// A very long line.
    LONG_LINE = Error "aut-long-line": "a line beyond the limit",
        "A line may have a million bytes. A longer one is a sign of a file that is not Aldebaran text.";
    /// Not UTF-8.
    ENCODING = Error "aut-encoding": "a label that is no UTF-8",
        "Labels are text in UTF-8, of which ASCII is a part. Convert the file, for instance with iconv -f latin1 -t utf8.";
    /// Reading failed.
    READ = Error "aut-read": "a file that cannot be read to its end",
        "The system reported an error while the file was read, or the compressed file is damaged.";
}
