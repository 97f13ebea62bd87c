"use strict";
(function () {
  var data = JSON.parse(document.getElementById(document.body.dataset.chart).textContent);
  var dark = matchMedia("(prefers-color-scheme: dark)");

  function css(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  // The primary is grey, so that what is on replicas stands out.
  function colour(i) {
    if (data.roles[i] !== "replica") { return css("--soft"); }
    var hues = [212, 155, 30, 285, 0, 180, 330, 60];
    return "hsl(" + hues[i % hues.length] + (dark.matches ? " 80% 65%)" : " 75% 40%)");
  }

  function drawDays(u) {
    var c = u.ctx;
    c.save();
    c.strokeStyle = css("--soft");
    c.setLineDash([4, 4]);
    data.days.forEach(function (day) {
      if (day < u.scales.x.min || day > u.scales.x.max) { return; }
      var x = Math.round(u.valToPos(day, "x", true));
      c.beginPath();
      c.moveTo(x, u.bbox.top);
      c.lineTo(x, u.bbox.top + u.bbox.height);
      c.stroke();
    });
    c.restore();
  }

  function clock(options) {
    var format = new Intl.DateTimeFormat("en-GB", Object.assign({ timeZone: data.zone, hourCycle: "h23" }, options));
    return function (t) { return format.format(new Date(t * 1000)); };
  }

  // Steps of the axes: whole seconds, whole reads.
  var SPANS = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 10800, 21600, 43200];
  [1, 2, 5, 10, 30, 90, 365].forEach(function (days) { SPANS.push(days * 86400); });
  var COUNTS = [];
  for (var ten = 1; ten < 1e15; ten *= 10) { COUNTS.push(ten, 2 * ten, 5 * ten); }

  var day = clock({ day: "2-digit", month: "short" });
  var minute = clock({ hour: "2-digit", minute: "2-digit" });
  var second = clock({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

  // Below a time stands its day, once for each day.
  function ticks(u, splits, axis, space, step) {
    var last = "";
    return splits.map(function (t) {
      var date = day(t);
      var text = step >= 86400 ? date : (step >= 60 ? minute(t) : second(t)) + (date === last ? "" : "\n" + date);
      last = date;
      return text;
    });
  }

  var box = document.getElementById("timeline");
  var chart = null;

  function draw() {
    if (chart) { chart.destroy(); }
    box.textContent = "";
    if (!data.steps) { box.textContent = "No read has a node."; return; }
    var times = [];
    for (var i = 0; i < data.steps; i++) { times.push(data.start + i * data.step); }
    var axis = { stroke: css("--soft"), grid: { stroke: css("--line") }, ticks: { stroke: css("--line") } };
    chart = new uPlot({
      width: box.clientWidth,
      height: 300,
      padding: [null, 30, null, null],
      tzDate: function (t) { return uPlot.tzDate(new Date(t * 1000), data.zone); },
      series: [{ label: "Time", value: function (u, t) { return t === null ? "" : day(t) + " " + second(t); } }].concat(data.names.map(function (unused, n) {
        return { label: String(n), stroke: colour(n), width: 1.5, points: { show: data.steps < 60 } };
      })),
      axes: [Object.assign({ values: ticks, size: 54, space: 60, incrs: SPANS }, axis), Object.assign({ size: 70, incrs: COUNTS, label: "reads per " + stepName(data.step), labelSize: 22 }, axis)],
      hooks: { draw: [drawDays] }
    }, [times].concat(data.counts), box);
    // names come from a log: only ever as text
    var labels = box.querySelectorAll(".u-series .u-label");
    data.names.forEach(function (name, n) { labels[n + 1].textContent = name; });
  }

  function stepName(s) {
    if (s % 86400 === 0) { return s === 86400 ? "day" : s / 86400 + " days"; }
    if (s >= 3600) { return (s / 3600).toFixed(1).replace(".0", "") + " h"; }
    if (s >= 60) { return (s / 60).toFixed(1).replace(".0", "") + " min"; }
    return s === 1 ? "second" : s + " s";
  }

  draw();
  dark.addEventListener("change", draw);
  var waiting = 0;
  addEventListener("resize", function () {
    clearTimeout(waiting);
    waiting = setTimeout(draw, 100);
  });

  var table = document.getElementById("statements");
  var body = table.tBodies[0];
  var rows = Array.from(body.rows);
  var heads = Array.from(table.tHead.rows[0].cells);

  function key(row, column) {
    var cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  }

  heads.forEach(function (head, column) {
    head.firstElementChild.addEventListener("click", function () {
      var numbers = head.classList.contains("n");
      var now = head.getAttribute("aria-sort");
      var down = now === "none" ? numbers : now === "ascending";
      heads.forEach(function (other) { other.setAttribute("aria-sort", "none"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort(function (a, b) {
        var x = key(a, column), y = key(b, column);
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
      });
      body.append.apply(body, rows);
    });
  });

  var search = document.getElementById("search");
  search.addEventListener("input", function () {
    var words = search.value.toLowerCase().split(/\s+/);
    var found = 0;
    rows.forEach(function (row) {
      var text = row.textContent.toLowerCase();
      var hit = words.every(function (word) { return text.includes(word); });
      row.hidden = !hit;
      found += hit ? 1 : 0;
    });
    document.getElementById("found").textContent = search.value ? found + " of " + rows.length : "";
  });
})();
