// A queue of four places, with two mistakes: a push is taken from a full queue if something leaves in the same step,
// and the number of entries then goes up all the same; and a full queue is thought to be empty when its ends meet.
module fifo(input clk, input push, input pop);
  reg [1:0] head = 0, tail = 0;
  reg [2:0] count = 0;

  wire full = count == 4;
  wire empty = head == tail;
  wire taken = push && (!full || pop);
  wire removed = pop && count != 0;

  always @(posedge clk) begin
    if (taken) tail <= tail + 1;
    if (removed) head <= head + 1;
    if (taken) count <= count + 1;
    else if (removed) count <= count - 1;
  end

  always @* begin
    overflow: assert (count <= 4);
    full_and_empty: assert (!(full && empty));
  end
endmodule
