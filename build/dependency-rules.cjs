/**
 * Who may import whom: the table of the architecture, refused by dependency-cruiser. Type-only imports count.
 * `tests/unit/build/layers.test.ts` plants one violation per rule and sees it refused.
 */

const room = (name) => `^electron/${name}/`;
const anyOf = (...paths) => `^(${paths.join('|')})`;

/** A room may reach the rooms named, itself, and whatever `beside` allows; every other file of ours is refused. */
function roomRule(name, allowed, { from, comment } = {}) {
  const reachable = [name, ...allowed].map((target) => `electron/${target}`);
  return {
    name: `${name}-reaches-only-${['itself', ...allowed].join('-')}`,
    comment: comment ?? `${name}/ may import ${['itself', ...allowed].join(', ')} only`,
    severity: 'error',
    from: from ?? { path: room(name) },
    to: { path: anyOf('electron/', 'renderer/'), pathNot: anyOf(...reachable.map((path) => (path.endsWith('.ts') ? path : `${path}/`))) },
  };
}

const DATA_ROOMS = [
  'labels',
  'tables',
  'variables',
  'counters',
  'shift-codes',
  'settings',
  'clock',
  'fonts',
  'gaps',
  'history',
  'ledger',
  'printers',
  'keys',
  'audit',
];

const forbidden = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-unresolved',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: ['^electron$', '^virtual:'] },
  },
  {
    name: 'dev-packages-stay-out-of-the-product',
    severity: 'error',
    from: { path: anyOf('electron/', 'renderer/') },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: ['node_modules/(@types/|electron/)'] },
  },
  {
    name: 'product-does-not-import-tests',
    severity: 'error',
    from: { path: anyOf('electron/', 'renderer/') },
    to: { path: anyOf('tests/', 'build/') },
  },
  roomRule('contract', []),
  roomRule('rendering', ['contract']),
  roomRule('storage', ['contract']),
  roomRule('controller', ['contract', 'rendering', 'storage']),
  roomRule('station', ['contract', 'storage']),
  roomRule('gateway', ['contract'], {
    comment: 'gateway/ reaches the contract, and the station by the facade that it is handed',
  }),
  roomRule('shell', ['contract', 'gateway/rpc', 'station/embedded/launcher.ts']),
  {
    name: 'contract-is-zod-and-itself',
    severity: 'error',
    from: { path: room('contract') },
    to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
  },
  {
    name: 'rendering-is-pure',
    severity: 'error',
    from: { path: room('rendering') },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'page-has-no-node',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'page-reaches-contract-and-rendering',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { path: '^electron/', pathNot: anyOf('electron/contract/', 'electron/rendering/') },
  },
  {
    name: 'only-the-shell-knows-electron',
    severity: 'error',
    from: { path: anyOf('electron/', 'renderer/'), pathNot: ['^electron/main\\.ts$', '^electron/shell/'] },
    to: { path: '(^electron$|node_modules/electron/)' },
  },
  {
    name: 'data-rooms-do-not-know-each-other',
    comment:
      'inside the controller only jobs/, the facade and the first start bring rooms together; events/, stored-content/, serial.ts, recent.ts, rename-row.ts and data-folder.ts hold nothing of any room',
    severity: 'error',
    from: { path: `^electron/controller/(${DATA_ROOMS.join('|')})/` },
    to: {
      path: '^electron/controller/',
      pathNot: '^electron/controller/(($1|engines|settings|events|stored-content)/|(serial|recent|rename-row|data-folder)\\.ts$)',
    },
  },
  {
    name: 'engines-know-no-room',
    severity: 'error',
    from: { path: '^electron/controller/engines/' },
    to: { path: '^electron/controller/', pathNot: '^electron/controller/engines/' },
  },
  {
    name: 'doors-see-the-facade-only',
    severity: 'error',
    from: { path: '^electron/controller/(http|text-protocol)/' },
    to: { path: '^electron/controller/', pathNot: '^electron/controller/(controller\\.ts$|$1/|(idempotency|keys|audit|json)/)' },
  },
  {
    name: 'nobody-imports-a-door',
    severity: 'error',
    from: { path: '^electron/controller/', pathNot: '^electron/controller/(http|text-protocol)/' },
    to: { path: '^electron/controller/(http|text-protocol)/' },
  },
  {
    name: 'ui-is-plain',
    comment: 'ui components have props in and events out; they know no panel, page, store or link',
    severity: 'error',
    from: { path: '^renderer/ui/' },
    to: { path: '^renderer/(panels|pages|stores|link)/' },
  },
  {
    name: 'panels-know-no-page',
    severity: 'error',
    from: { path: '^renderer/(panels|stores|composables)/' },
    to: { path: '^renderer/(pages/|App\\.vue|router)' },
  },
  {
    name: 'stores-know-no-component',
    severity: 'error',
    from: { path: '^renderer/(stores|link)/' },
    to: { path: '^renderer/(panels|ui)/' },
  },
  {
    name: 'only-the-entry-opens-a-link',
    comment: 'stores use the client type, never a link',
    severity: 'error',
    from: { path: '^renderer/', pathNot: ['^renderer/main\\.ts$', '^renderer/link/'] },
    to: { path: '^renderer/link/', dependencyTypesNot: ['type-only'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|png|json)$' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.vue', '.d.ts', '.json'],
    },
    skipAnalysisNotInRules: true,
  },
};
