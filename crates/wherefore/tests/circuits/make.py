#!/usr/bin/env python3
"""Writes sixty circuits in Verilog, and their verdicts: python3 make.py FOLDER

Ten families in three sizes each. Every circuit is written as it should be, where all assertions hold, and with a mistake in one line, by which
one assertion, named here, is violated and the others still hold. verdicts.tsv has a line for each assertion. The files are the same every time.
"""

import sys
from pathlib import Path


class Family:
    """A text with sizes as `@NAME`, assertions with the broken one first, and the mistake: a part of the text and what stands in its place."""

    def __init__(self, name, sizes, assertions, mistake, text):
        self.name, self.sizes, self.assertions, self.mistake, self.text = name, sizes, assertions, mistake, text

    def circuits(self):
        """The name, the text and the verdict of each assertion, of every circuit."""
        for number, sizes in enumerate(self.sizes, 1):
            name, text = f"{self.name}_{number}", self.text
            for size, value in sizes.items():
                text = text.replace(f"@{size}", str(value))
            yield name, text, {each: "holds" for each in self.assertions}
            old, new = self.mistake
            assert text.count(old) == 1, (name, old)
            broken = self.assertions[0]
            yield f"{name}_bug", text.replace(old, new), {each: "violated" if each == broken else "holds" for each in self.assertions}


FAMILIES = [
    Family(
        "counter", [{"W": 4, "LAST": 9}, {"W": 6, "LAST": 49}, {"W": 8, "LAST": 199}], ["in_range"],
        ("count == LAST", "count > LAST"),
        """\
// Counts from 0 to LAST and begins again.
module counter #(parameter W = @W, LAST = @LAST) (input clk, input enable);
  reg [W-1:0] count = 0;

  always @(posedge clk)
    if (enable) count <= count == LAST ? 0 : count + 1;

  always @* in_range: assert (count <= LAST);
endmodule
"""),
    Family(
        "fifo", [{"A": 2}, {"A": 3}, {"A": 4}], ["within", "ends_meet"],
        ("push && count != PLACES", "push && count <= PLACES"),
        """\
// The two ends of a queue, and the number of entries between them.
module fifo #(parameter A = @A) (input clk, input push, input pop);
  localparam PLACES = 1 << A;
  reg [A-1:0] head = 0, tail = 0;
  reg [A:0] count = 0;
  wire taken = push && count != PLACES;
  wire removed = pop && count != 0;
  wire [A-1:0] between = tail - head;

  always @(posedge clk) begin
    if (taken) tail <= tail + 1;
    if (removed) head <= head + 1;
    count <= count + taken - removed;
  end

  always @* begin
    within: assert (count <= PLACES);
    ends_meet: assert (between == count[A-1:0]);
  end
endmodule
"""),
    Family(
        "queue", [{"A": 1, "D": 1}, {"A": 1, "D": 4}, {"A": 2, "D": 2}], ["in_order"],
        ("if (taken) memory", "if (push) memory"),
        """\
// A queue with data in a memory: what is put in comes out in the same order. One entry at a time is watched, by its data and the number
// of entries ahead of it.
module queue #(parameter A = @A, D = @D) (input clk, input push, input pop, input mark, input [D-1:0] data);
  localparam PLACES = 1 << A;
  reg [D-1:0] memory [0:PLACES-1];
  reg [A-1:0] head = 0, tail = 0;
  reg [A:0] count = 0;
  wire taken = push && count != PLACES;
  wire removed = pop && count != 0;

  reg watched = 0;
  reg [D-1:0] entry = 0;
  reg [A:0] ahead = 0;
  wire leaves = watched && removed && ahead == 0;

  always @(posedge clk) begin
    if (taken) memory[tail] <= data;
    if (taken) tail <= tail + 1;
    if (removed) head <= head + 1;
    count <= count + taken - removed;
    if (!watched && mark && taken) begin
      watched <= 1;
      entry <= data;
      ahead <= count - removed;
    end else if (leaves) watched <= 0;
    else if (watched && removed) ahead <= ahead - 1;
  end

  always @* in_order: assert (!leaves || memory[head] == entry);
endmodule
"""),
    Family(
        "arbiter", [{"N": 2, "B": 1}, {"N": 4, "B": 2}, {"N": 8, "B": 3}], ["soon", "alone"],
        ("i = 1; i <= N;", "i = 0; i < N;"),
        """\
// Of N that ask, one is granted: the first behind the last that was.
module arbiter #(parameter N = @N, B = @B) (input clk, input [N-1:0] request);
  reg [B-1:0] last = 0;
  reg [N-1:0] grant = 0;
  reg [B:0] waited = 0;

  reg [N-1:0] chosen;
  reg [B-1:0] at, next;
  integer i;
  always @* begin
    chosen = 0;
    next = last;
    for (i = 1; i <= N; i = i + 1) begin
      at = last + i;
      if (chosen == 0 && request[at]) begin
        chosen[at] = 1;
        next = at;
      end
    end
  end

  always @(posedge clk) begin
    last <= next;
    grant <= chosen;
    waited <= request[0] && !chosen[0] ? waited + 1 : 0;
  end

  always @* begin
    soon: assert (waited < N);
    alone: assert ((grant & (grant - 1)) == 0);
  end
endmodule
"""),
    Family(
        "pipeline", [{"W": 4, "S": 2}, {"W": 8, "S": 3}, {"W": 16, "S": 4}], ["as_it_came"],
        ("if (!stall) work", "if (!stall || i == S - 1) work"),
        """\
// A pipeline that can be stalled. Each stage turns its word by one bit, which it inverts; the words as they came go beside it.
module pipeline #(parameter W = @W, S = @S) (input clk, input stall, input offered, input [W-1:0] word);
  reg [W*S-1:0] work = 0, came = 0;
  reg [S-1:0] valid = 0;
  wire [W*(S+1)-1:0] works = {work, word}, words = {came, word};
  wire [S:0] valids = {valid, offered};

  integer i;
  always @(posedge clk) begin
    for (i = 0; i < S; i = i + 1)
      if (!stall) work[W*i +: W] <= {works[W*i +: W-1], ~works[W*i + W-1]};
    if (!stall) came <= words[W*S-1:0];
    if (!stall) valid <= valids[S-1:0];
  end

  wire [W-1:0] last = came[W*(S-1) +: W];
  always @* as_it_came: assert (!valid[S-1] || work[W*(S-1) +: W] == {last[W-S-1:0], ~last[W-1:W-S]});
endmodule
"""),
    Family(
        "lfsr", [{"W": 4, "TAPS": "4'h9"}, {"W": 8, "TAPS": "8'hb8"}, {"W": 16, "TAPS": "16'hb400"}], ["never_zero"],
        ("^(word & TAPS)", "^(word[W-2:0] & TAPS)"),
        """\
// A shift register with feedback, which can be loaded with anything but 0 and never gets there.
module lfsr #(parameter W = @W, TAPS = @TAPS) (input clk, input load, input [W-1:0] seed);
  reg [W-1:0] word = 1;

  always @(posedge clk)
    if (load && seed != 0) word <= seed;
    else word <= {word[W-2:0], ^(word & TAPS)};

  always @* never_zero: assert (word != 0);
endmodule
"""),
    Family(
        "handshake", [{"W": 2}, {"W": 8}, {"W": 16}], ["none_lost", "as_sent", "not_empty"],
        ("if (request && acknowledge) request", "if (request && (acknowledge || !send)) request"),
        """\
// Four phases: a request with data, an acknowledgement, and both back. Both sides count; no empty word is ever sent.
module handshake #(parameter W = @W) (input clk, input send, input ready, input [W-1:0] data);
  reg request = 0, acknowledge = 0;
  reg [W-1:0] bus = 1, got = 0, sent = 0, received = 0;

  always @(posedge clk) begin
    if (!request && !acknowledge && send) begin
      request <= 1;
      bus <= data;
      sent <= sent + 1;
    end
    if (request && acknowledge) request <= 0;
    if (request && !acknowledge && ready) begin
      acknowledge <= 1;
      got <= bus;
      received <= received + 1;
    end
    if (!request && acknowledge) acknowledge <= 0;
  end

  wire [W-1:0] open = request && !acknowledge;
  always @* begin
    assume (!send || data != 0);
    none_lost: assert (sent == received + open);
    as_sent: assert (!(request && acknowledge) || got == bus);
    not_empty: assert (bus != 0);
  end
endmodule
"""),
    Family(
        "gray", [{"W": 3}, {"W": 5}, {"W": 7}], ["one_bit"],
        ("count + 1", "(&count[W-1:1] ? 0 : count + 1)"),
        """\
// A counter in the code of Gray: from one step to the next at most one bit changes.
module gray #(parameter W = @W) (input clk, input up);
  reg [W-1:0] count = 0, past = 0;
  wire [W-1:0] code = count ^ (count >> 1);
  wire [W-1:0] changed = code ^ past;

  always @(posedge clk) begin
    past <= code;
    if (up) count <= count + 1;
  end

  always @* one_bit: assert ((changed & (changed - 1)) == 0);
endmodule
"""),
    Family(
        "traffic", [{"T": 2}, {"T": 4}, {"T": 6}], ["apart", "known"],
        ("side <= YELLOW;", "side <= YELLOW; main <= tram ? GREEN : RED;"),
        """\
// The lights of two roads. Green lasts until the timer is full, for the side road only until a tram comes; then one step of yellow.
module traffic #(parameter T = @T) (input clk, input car, input tram);
  localparam [1:0] RED = 0, YELLOW = 1, GREEN = 2;
  reg [1:0] main = GREEN, side = RED;
  reg [T-1:0] timer = 0;
  wire over = &timer;

  always @(posedge clk) begin
    if (!over) timer <= timer + 1;
    if (main == GREEN && over && car) begin
      main <= YELLOW;
      timer <= 0;
    end else if (main == YELLOW) begin
      main <= RED;
      side <= GREEN;
    end else if (side == GREEN && (over || tram)) begin
      side <= YELLOW;
      timer <= 0;
    end else if (side == YELLOW) begin
      side <= RED;
      main <= GREEN;
    end
  end

  always @* begin
    apart: assert (main == RED || side == RED);
    known: assert (main <= GREEN && side <= GREEN);
  end
endmodule
"""),
    Family(
        "ring", [{"N": 3}, {"N": 6}, {"N": 12}], ["single", "not_lost"],
        ("unseen == N && token == 0", "unseen == N"),
        """\
// A token goes round N stations. The first one makes a new token if it has not seen one for long and there is none.
module ring #(parameter N = @N) (input clk, input [N-1:0] done);
  reg [N-1:0] token = 1;
  reg [4:0] unseen = 0;
  wire [N-1:0] passed = token & done;
  wire lost = unseen == N && token == 0;

  always @(posedge clk) begin
    token <= (token & ~passed) | {passed[N-2:0], passed[N-1] || lost};
    unseen <= token[0] ? 0 : unseen == N ? N : unseen + 1;
  end

  always @* begin
    single: assert ((token & (token - 1)) == 0);
    not_lost: assert (token != 0);
  end
endmodule
"""),
]


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["# circuit\tassertion\tverdict\n"]
    for family in FAMILIES:
        for name, text, verdicts in family.circuits():
            (folder / f"{name}.v").write_text(text)
            lines += [f"{name}\t{each}\t{verdict}\n" for each, verdict in verdicts.items()]
    (folder / "verdicts.tsv").write_text("".join(lines))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make.py FOLDER")
    main()
