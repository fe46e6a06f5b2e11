// boardgame.io with a bare grid and nothing else: what it takes to load, open a square, save, and filter for everybody.
// Each line that comes in asks for so many moves; what each took, in milliseconds of the processor, goes out.
const [, , folder, players] = process.argv;
const at = (name) => require(require.resolve(`boardgame.io/dist/cjs/${name}.js`, { paths: [folder] }));
const { CreateGameReducer, InitializeGame } = at("internal"), { PlayerView } = at("core");
const SQUARES = 25;
const game = {
  name: "grid",
  setup: () => ({ cells: Array(SQUARES).fill(null), secret: { bombs: [3] }, players: {}, totals: Array(+players).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    open: ({ G, playerID, random }, n) => { G.cells[n] = { by: playerID, worth: random.Die(1000) }; G.totals[playerID] += G.cells[n].worth; },
  },
  playerView: PlayerView.STRIP_SECRETS,
};
const reducer = CreateGameReducer({ game });
const begun = () => JSON.stringify(InitializeGame({ game, numPlayers: +players }));
let saved = begun(), opened = 0;
function move() {
  const from = process.cpuUsage();
  const state = JSON.parse(saved), playerID = state.ctx.currentPlayer;
  const next = reducer(state, { type: "MAKE_MOVE", payload: { type: "open", args: [opened], playerID } });
  saved = JSON.stringify({ ...next, deltalog: undefined });
  for (const who of [null, ...Array(+players).keys()]) game.playerView({ G: next.G, ctx: next.ctx, playerID: who === null ? null : `${who}` });
  const took = process.cpuUsage(from);
  opened += 1;
  if (opened === SQUARES) { saved = begun(); opened = 0; }
  return (took.user + took.system) / 1000;
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(`${JSON.stringify(Array.from({ length: +line }, move))}\n`);
});
