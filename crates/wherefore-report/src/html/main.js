// The beginning: everything is drawn once, then the selection is made.

function start() {
  restoreTheme();
  drawHead();
  listenToKeys();
  if (!HAS_INQUIRIES) return drawTables();
  drawSide();
  drawPicture();
  drawTimeline();
  drawPanel();
  drawSource();
  drawWhatIf();
  listenToPrint();
  followAddress();
  addEventListener('hashchange', followAddress);
}

start();
