//! The diagnostics of the command line itself.

wherefore_diag::declare_codes! {
    /// A file that cannot be read.
    CANNOT_READ = Error "cannot-read": "a file cannot be read",
        "The file does not exist, is a folder, or may not be read. The message shows what the system said.";
    /// A file that cannot be written.
    CANNOT_WRITE = Error "cannot-write": "an output file cannot be written",
        "The folder does not exist, may not be written, or is full. Files are written under another name first and renamed \
         when they are complete, so no partial file is left behind.";
    /// A file that is read and written.
    OUTPUT_IS_INPUT = Error "output-is-input": "a file would be overwritten that the command reads or writes otherwise",
        "The file given for a report or a run is the model itself, a file that it includes, another file that the \
         command reads, or is given twice. Files are compared by what they are, not by their names: links lead to the \
         same file. Nothing was written, and no property was checked.";
    /// A file that is too large.
    INPUT_TOO_LARGE = Error "input-too-large": "a file is larger than 1 GiB",
        "Positions in a file are kept in 32 bits, and no model that is written by hand or generated for a model checker comes \
         near this size.";
    /// Text in another encoding.
    INPUT_NOT_UTF8 = Warning "input-not-utf8": "the file is not UTF-8 text",
        "Some bytes of the file are not UTF-8. They are read as the replacement character, which is harmless in comments and \
         an error elsewhere. Convert the file, for example with `iconv -f latin1 -t utf8`.";
    /// A language that is not known.
    UNSUPPORTED_LANGUAGE = Error "unsupported-language": "the language of the model is not known or not supported yet",
        "The language is taken from the ending of the file name: .smv and .flatsmv are SMV, .aut and .aut.gz labelled transition \
         systems, .oss contracts, .lus synchronous programs (Lustre), .scxml statecharts, and so are .xml files whose outermost element is scxml. For other names and for the \
         standard input, say it with --language.";
    /// A design that yosys has translated.
    YOSYS_RUNS = Note "verilog-by-yosys": "a design in Verilog was translated by yosys",
        "Designs in Verilog and SystemVerilog (.v, .sv) are translated into a netlist in BTOR2 by the program yosys on the PATH. The note \
         shows the command. Assertions are the properties, assumptions the constraints; names and places are those of the design, as far \
         as yosys notes them: what it shares between several places, such as constants, is named by its line of the netlist.";
    /// No yosys.
    NO_YOSYS = Error "no-yosys": "yosys is needed for a design in Verilog, and cannot be run",
        "Verilog is not read here: the program yosys, which must be on the PATH, translates it. Without it, give a netlist that yosys has \
         written elsewhere (`write_btor`).";
    /// A design that is not translated.
    YOSYS = Error "verilog-refused": "a design in Verilog was not translated",
        "yosys found a mistake in the design, or the design was not given to it because it names files outside its folder, or calls \
         functions outside of it (DPI). A design may include files of its own folder by their plain names.";
    /// A certificate that proves nothing.
    WRONG_CERTIFICATE = Error "wrong-certificate": "a certificate does not prove the property",
        "`wherefore recheck` reads a file that `--certificate` wrote and checks it against the model. The file is not such a file, it \
         is about another model (any change of what steps or values depend on makes it another), or a solver found that its \
         invariant does not hold at first, is left by a step, or does not imply the property. That says nothing about the property: \
         `wherefore check` decides it anew.";
    /// A property that is not there.
    UNKNOWN_PROPERTY = Error "unknown-property": "the model has no property of this name",
        "-p takes the name of a property: the name it was given in the model (INVARSPEC NAME bounded := ...), or the name that \
         the report shows if it was given none. A run without -p shows all names.";
    /// A labelled transition system without a formula.
    NO_FORMULA = Error "no-formula": "no formula is given for a labelled transition system",
        "Files in Aldebaran format hold states and transitions, no properties. --property takes a formula, or a file with one: \
         MCL or mu-calculus safety formulas such as [true* . \"SEND\" . (not \"ACK\")* . \"SEND\"] false, deadlock freedom \
         [true*] <true> true, and inevitable \"ACK\".";
    /// A label that the graph does not have.
    NO_SUCH_LABEL = Warning "no-such-label": "no label of the graph matches a part of a formula",
        "A formula mentions an action that no transition of the graph has. If the formula forbids the action, it \
         holds for that reason alone. Most often the label is spelled otherwise in the graph: labels are compared \
         character by character, with quotation marks and blanks as the file has them. Patterns match whole labels.";
    /// A run that is one of several.
    FORMULA_RUN = Note "formula-run": "the run shown does not refute the formula alone",
        "The formula speaks of possibilities or alternatives, so that no single run refutes it: whatever is chosen for the \
         formula, there is an answer against it. The run follows these answers for one of the choices. That the formula \
         does not hold was found for all of them, and every move was checked.";
    /// Explanations that are not made.
    FORMULA_ONLY = Note "formula-only": "a formula is decided, but its failures are not sorted",
        "Classes of failures and suspects of a formula that is decided as a game are made of the configurations that its runs \
         come to: a state, and what of the formula the run still may break. If there are more than 200,000 of them, or they have more than \
         2,000,000 transitions, or the game can go on for ever without a step, the formula is decided, with a strategy that is checked, a run, and the part of \
         the graph that shows the verdict; its failures are not sorted. Formulas that a single run violates have no such limit: [R] F, \
         conjunction, <true> true, inevitable A, and fixpoints that use their variable only behind boxes.";
    /// Values that a sort has.
    FORMULA_VALUES = Note "formula-values": "the values of a sort are those that labels and the formula show",
        "A graph does not say which values a sort has. A quantifier ranges over those that labels have at the places where \
         a variable of the sort stands. The verdict is about these values. If the sort has others, name all of them before the formula: `sort D = struct d1 | d2 | d3; form F`.";
    /// Numbers that were not tried.
    FORMULA_NUMBERS = Warning "formula-numbers": "a formula may have another verdict for numbers that were not tried",
        "A quantifier over Nat, Pos or Int is decided for the numbers in labels and in the formula, and their neighbours. They stand for \
         all others where its variable is compared with numbers alone or is an argument of actions, and where what it quantifies is \
         the same for every number that no label has, as [send(n)] F is. Elsewhere the verdict is undetermined if a number that was \
         left out might change it: exists n: Nat . val(n * n == 49) fails for 0, 1, 48, 49 and 50 and is true for 7. A number for which \
         forall fails, or exists holds, is enough, however many were left out. The same is said of lists, sets and sorts whose \
         constructors have arguments: the values in labels were tried, and others may matter.";
    /// A limit that nothing fits into.
    MEMORY_TOO_SMALL = Error "memory-too-small": "the memory limit is too small for the states of the model",
        "A graph that does not fit the limit is kept in temporary files, but sets of its states must fit: a few bytes for each \
         state. Raise --memory, or share the work between several machines with --hosts.";
    /// A process that is not there.
    UNKNOWN_PROCESS = Error "unknown-process": "the list of hosts has no such process",
        "--process takes the number of the line in the file given with --hosts that stands for this process; the first is 0.";
    /// No secret, or an unusable one.
    HOSTS_KEY = Error "hosts-key": "the processes of a cluster have no shared secret, or one that is no secret",
        "Processes on several machines call each other over the network, and any program that reaches the port can \
         call too. A process accepts only callers that prove that they know the key file given with --hosts-key: at \
         least 16 bytes that cannot be guessed, the same on every machine, readable by its owner alone. Without one, \
         all addresses must be of this machine (127.0.0.1, localhost, ::1). What is sent is not encrypted: the \
         network must be one whose listeners you trust.";
    /// A format for other models.
    UNUSABLE_FORMAT = Error "unusable-format": "the model cannot be reported in this format",
        "autx and dot are graphs of the counterexamples of a labelled transition system; for a synchronous program, \
         dot is the picture of its blocks. matlab is a script for block diagrams of Simulink. For other models use text or json. The models of a folder are reported together, as \
         text, json, junit or sarif.";
    /// Nothing to check.
    NO_PROPERTIES = Warning "no-properties": "the model states no property",
        "There is nothing to decide. Whether the model makes sense (values in range, case distinctions complete) is checked \
         all the same.";
    /// A trace format that is not known.
    UNKNOWN_TRACE_FORMAT = Error "unknown-trace-format": "the name of the trace file does not tell its format",
        "The endings .xml, .json and .vcd stand for NuSMV XML, the Informal Trace Format and value change dumps; .kind2.json \
         for JSON as Kind 2 prints it; .wit and .btor2 for witnesses of BTOR2, .aiw of AIGER, .yw of yosys; .txt, \
         .trace and .smv-trace for NuSMV text. For \
         other names, say the format with --trace-format.";
    /// A format that cannot hold the run.
    UNUSABLE_TRACE_FORMAT = Error "unusable-trace-format": "the run cannot be written in this format",
        "A witness of BTOR2 holds bits. Booleans, words, names, integers between bounds and floats have bits; \
         integers without bounds and real numbers have none. Choose another format with --trace-format: all others \
         hold every value.";
    /// A file that is no trace.
    NOT_A_TRACE = Error "not-a-trace": "the file of --trace is not a trace that can be read",
        "--trace reads what NuSMV and nuXmv print (text, or XML as `show_traces -p 4` writes it), what Kind 2 prints \
         with -json, the Informal Trace Format, value change dumps and witnesses of BTOR2; the format is detected \
         from the text. Names are those of the model, values are written as its language writes them. --trace-out \
         writes such files.";
    /// A trace of another model.
    NO_NAME_FITS = Error "no-name-fits": "none of the names in a given trace is in the model",
        "A trace is matched with the model by names: those of variables and definitions, with the instance before the \
         dot. The model has none of the names in the file, so the trace says nothing about the model. Most likely it \
         belongs to another model, or a tool has renamed everything; the message lists names that look close.";
    /// A trace that lacked values.
    TRACE_COMPLETED = Note "trace-completed": "values that a given trace leaves out were found",
        "Other tools do not print everything: a witness has the first state and the inputs, a print-out no inputs at its end. \
         What is missing was found with a solver, so that everything the file says stays as it is. Where there are several \
         possibilities, one that violates the property was preferred, and then the simplest values.";
    /// A trace whose values cannot be found.
    NOT_COMPLETED = Error "not-completed": "values that a given trace leaves out could not be found",
        "The trace lacks values, and the search for them did not come to an end: it ran out of time or memory, or the solver \
         gave up. --timeout and --memory give it more, or the missing values can be added to the file.";
    /// A trace that is no run.
    NOT_A_RUN = Error "not-a-run": "a given trace is no run of the model",
        "Every step of a given trace is replayed on the model, and one of them is not possible there: a value has the wrong \
         type, a connection or a restriction is not kept, a variable has another next value than its equation says. If the \
         trace lacks values, no others make it a run; the values that the message names are enough for that, and none of \
         them can be left out. The message names the step, counted from 1, what it departs from, and the values involved. \
         Most likely the trace belongs to another version of the model.";
    /// A trace that violates nothing.
    NO_VIOLATION = Error "no-violation": "a given trace violates none of the properties",
        "The trace is a run of the model, but it breaks none of the properties asked for, so that there is nothing to \
         explain. An LTL property needs a trace with a loop, unless it is broken whatever follows. A CTL property \
         about several futures cannot be broken by one run.";
    /// A trace for a model without variables.
    UNUSABLE_TRACE = Error "unusable-trace": "no trace can be given for such a model",
        "--trace is for models with variables: SMV, statecharts, synchronous programs and contracts. The state graph of a TLA+ \
         specification takes what TLC writes: an error trace in JSON, or its log. For another labelled transition system, --pattern asks \
         for a run with given actions.";
    /// Something odd in a trace.
    TRACE_MISFIT = Note "trace-misfit": "something in a given trace does not fit the model",
        "The trace has names that the model does not have, or values of definitions that work out differently. What the model \
         knows is replayed; the rest is not looked at.";
    /// A property that the trace does not violate.
    NOT_LOOKED_INTO = Note "not-looked-into": "a given trace does not violate this property",
        "With --trace only the properties that the trace violates are explained. Whether the others hold is not \
         checked; a run without --trace does that.";
    /// A class that is not there.
    UNKNOWN_CLASS = Error "unknown-class": "no property has a class of this name",
        "--class takes the number of a class, its id or its key, as the report shows them. Numbers depend on the run; ids and \
         keys stay the same as long as the level does. A run without --class lists all classes.";
    /// Another file than a report.
    NOT_A_REPORT = Error "not-a-report": "the file of --since is not a report of this program",
        "--since compares with an earlier run. It reads what `wherefore why --format json -o FILE` wrote: a JSON document whose \
         field `schema` is `wherefore/1`. Other versions and other documents are refused.";
    /// A hint that cannot be followed.
    UNUSABLE_HINT = Error "unusable-hint": "a variable given with --control or --transition-var cannot be used",
        "--control takes variables of the model that hold a control state: Booleans, enumerations or small ranges that \
         transitions change. --transition-var takes the variable whose values name the transitions. Names are written as in \
         the report, with the instance before the dot. A statechart says itself what its states and transitions are: it takes \
         no such hint.";
    /// A language that a command does not take.
    UNSUPPORTED_HERE = Error "unsupported-here": "this command does not take models in this language",
        "`diff`, `tests`, `mutate --check` and `lint` take models with variables: SMV, statecharts and synchronous programs. \
         `diff` takes two labelled transition systems as well. \
         Labelled transition systems and contracts are asked about formulas and guarantees, by `check` and `why`; contracts are \
         mended by `fix` too, and `mutate` lists their mutants.";
    /// An operator that is not there.
    UNKNOWN_OPERATOR = Error "unknown-operator": "no mutation operator has this name",
        "--operator takes the short names of operators, such as ROR or SGF. `wherefore explain mutate` lists them.";
    /// A mutant that is not there.
    UNKNOWN_MUTANT = Error "unknown-mutant": "the model has no mutant of this number",
        "--only takes the number of a mutant. `wherefore mutate MODEL` lists all of them; numbers are the same whatever \
         operators are asked for, as long as the model is.";
    /// Results about other mutants.
    OTHER_MUTANTS = Error "other-mutants": "the file of --resume is about other mutants",
        "`wherefore mutate --check --resume FILE` keeps what it finds about each mutant in the file, and goes on from there if \
         the run was ended. Results are used again only for the same model and included files, the same settings and the \
         same version of the program. The file was written for others, or is no such file; it was not changed.";
    /// An expression with a mistake.
    EXPRESSION = Error "expression": "an expression of --show cannot be read, or speaks of what the model does not have",
        "--show takes an expression over the variables and definitions of the model, in the same way for all languages: \
         names and numbers, = != < <= > >=, + - * / mod, ! & | -> <-> xor, C ? A : B, and next(E), prev(E) for the value one \
         step later or earlier. A name with odd characters stands in quotation marks. It has no value where a value that it \
         needs is not known.";
    /// A model that cannot be watched.
    CANNOT_WATCH = Error "cannot-watch": "files cannot be watched",
        "--watch asks again after every save. It needs a model in a file, not one from the standard input, and a system that tells \
         when files change: the message shows what the system said. On Linux the number of watches is limited by \
         fs.inotify.max_user_watches.";
    /// A folder without expectations.
    NO_EXPECTATIONS = Error "no-expectations": "the folder has no file wherefore.toml",
        "`wherefore check` without a model, or with a folder, reads the file wherefore.toml in it, which names models and \
         says what is expected of them. `wherefore explain project` describes the file.";
    /// An option for models or for folders.
    FOLDER_OPTION = Error "folder-option": "an option is for one model and a folder is given, or the other way round",
        "`check` with a folder compares many models with what is expected. Options about one property, one run or one \
         file have no meaning there; --update and --jobs have none for a single model.";
    /// A file that is not TOML.
    EXPECTATIONS_SYNTAX = Error "expectations-syntax": "wherefore.toml is not TOML",
        "The file cannot be read. Names with dots or blanks stand in quotation marks: [expect.\"door.smv\"].";
    /// A key that is not known or missing.
    EXPECTATIONS_KEY = Error "expectations-key": "a key of wherefore.toml is not known, or one is missing",
        "The file has the keys models, timeout, deadline, memory, level, max_classes, allow and expect; the expectations \
         about a model have violated, vacuous and undetermined. `models` has to be there. Nothing was checked.";
    /// A value of the wrong type.
    EXPECTATIONS_VALUE = Error "expectations-value": "a value in wherefore.toml is not what its key takes",
        "Limits are texts as on the command line (timeout = \"60s\", memory = \"2G\"), lists are lists of texts, and \
         violated is a table from properties to lists of ids. A property is mentioned once. Nothing was checked.";
    /// A pattern that names no model.
    EXPECTATIONS_PATTERN = Error "expectations-pattern": "a pattern in wherefore.toml names no model",
        "Patterns are paths below the folder of the file: `*` stands for any part of a name, `**` for any folders. A pattern that \
         no file matches is a mistake, because a model that was renamed would no longer be checked. Absolute paths, `..` \
         and links that leave the folder are refused.";
    /// Expectations about another model.
    EXPECTATIONS_MODEL = Error "expectations-model": "wherefore.toml expects something of a model that it does not name",
        "There is a table [expect.\"MODEL\"], and no pattern of `models` matches MODEL: most likely the model was renamed or \
         removed. Correct the name, or have `wherefore check --update` drop the table.";
    /// A failure of this program while it serves an editor.
    EDITOR_FAILURE = Error "editor-failure": "a failure of the language server or the debug adapter",
        "Either the editor ended the conversation in the middle, or there is an error in this program: then please report it \
         with the model. Nothing is said about the text or its properties.";
    /// A word that explain does not know.
    UNKNOWN_TOPIC = Error "unknown-topic": "nothing of this name can be explained",
        "`wherefore explain` without a name lists everything that can be explained.";
}
