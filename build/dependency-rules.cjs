/**
 * Which folder may import which, as defined in the architecture and enforced by dependency-cruiser. Type-only imports count.
 * `tests/unit/build/layers.test.ts` plants one violation per rule and checks that it is rejected.
 */

const moduleFolder = (name) => `^electron/${name}/`;
const anyOf = (...paths) => `^(${paths.join('|')})`;

/** A module may import itself and the listed modules, and no other file of the product. */
function moduleRule(name, allowed, { from, comment } = {}) {
  const reachable = [name, ...allowed].map((target) => `electron/${target}`);
  return {
    name: `${name}-reaches-only-${['itself', ...allowed].join('-')}`,
    comment: comment ?? `${name}/ may import ${['itself', ...allowed].join(', ')} only`,
    severity: 'error',
    from: from ?? { path: moduleFolder(name) },
    to: { path: anyOf('electron/', 'renderer/'), pathNot: anyOf(...reachable.map((path) => (path.endsWith('.ts') ? path : `${path}/`))) },
  };
}

const DATA_MODULES = [
  'labels',
  'tables',
  'variables',
  'counters',
  'shift-codes',
  'settings',
  'clock',
  'fonts',
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
  moduleRule('contract', []),
  moduleRule('rendering', ['contract']),
  moduleRule('storage', ['contract']),
  moduleRule('bundled-fonts', ['rendering'], { comment: 'bundled-fonts/ reads the font files that come with the program' }),
  moduleRule('tls', ['contract', 'storage'], { comment: 'tls/ reads and issues certificates for the servers of controller and station' }),
  moduleRule('drawing', ['contract', 'rendering'], {
    comment: 'drawing/ is what the programs that draw share: a thread and the hash of a picture',
  }),
  moduleRule('http', ['contract', 'tls'], {
    comment: 'http/ is what the servers of controller, station and plant share; it knows none of them',
  }),
  moduleRule('process', ['storage'], { comment: 'process/ is the log and the output of a program' }),
  moduleRule('diagnostics', ['contract', 'storage', 'process', 'tls'], {
    comment: 'diagnostics/ reads data folders and asks controllers over /api/v3, as any client does',
  }),
  moduleRule('controller', ['contract', 'rendering', 'storage', 'bundled-fonts', 'tls', 'http', 'process', 'drawing']),
  moduleRule('plant', ['contract', 'rendering', 'storage', 'bundled-fonts', 'tls', 'http', 'process', 'drawing']),
  moduleRule('updates', ['contract', 'storage', 'process'], {
    comment: 'updates/ installs a new version of the Debian package, and goes back to the one before',
  }),
  moduleRule('station', ['contract', 'storage', 'rendering', 'bundled-fonts', 'tls', 'drawing', 'process', 'diagnostics', 'updates']),
  moduleRule('service', ['storage', 'process'], {
    comment: 'service/ is the command of the installed package: it starts the programs, which know nothing of it',
  }),
  {
    name: 'only-the-drawing-of-the-station-renders',
    comment: 'the station draws in a thread, and only for controllers without pictures: the rest of it knows labels as documents only',
    severity: 'error',
    from: { path: moduleFolder('station'), pathNot: moduleFolder('station/drawing') },
    to: { path: moduleFolder('rendering') },
  },
  moduleRule('gateway', ['contract', 'http', 'tls'], {
    comment: 'gateway/ may import the contract, what servers share, and certificates; it receives the facade of the station at run time',
  }),
  moduleRule('emulators', ['rendering'], {
    comment: 'emulators/ imitate devices: they know nothing of the controller that they are tested with',
  }),
  moduleRule('shell', ['contract', 'gateway/rpc', 'station/embedded/launcher.ts', 'station/secrets/secret-box.ts']),
  {
    name: 'contract-is-zod-and-itself',
    severity: 'error',
    from: { path: moduleFolder('contract') },
    to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
  },
  {
    name: 'rendering-is-pure',
    severity: 'error',
    from: { path: moduleFolder('rendering') },
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
    name: 'only-the-shell-imports-electron',
    severity: 'error',
    from: { path: anyOf('electron/', 'renderer/'), pathNot: ['^electron/main\\.ts$', '^electron/shell/'] },
    to: { path: '(^electron$|node_modules/electron/)' },
  },
  {
    name: 'data-modules-do-not-import-each-other',
    comment:
      'data modules do not import each other; the facade, names/, preparation/, selection/, printing/ and others combine them. engines/, events/, platform/, settings/ and stored-content/ are shared',
    severity: 'error',
    from: { path: `^electron/controller/(${DATA_MODULES.join('|')})/` },
    to: {
      path: '^electron/controller/',
      pathNot: '^electron/controller/($1|engines|settings|events|platform|stored-content)/',
    },
  },
  {
    name: 'engines-import-no-module',
    severity: 'error',
    from: { path: '^electron/controller/engines/' },
    to: { path: '^electron/controller/', pathNot: '^electron/controller/(engines|platform)/' },
  },
  {
    name: 'servers-import-the-facade-only',
    severity: 'error',
    from: { path: '^electron/controller/(http|text-protocol)/' },
    to: { path: '^electron/controller/', pathNot: '^electron/controller/(controller\\.ts$|$1/|(idempotency|keys|audit)/)' },
  },
  {
    name: 'modules-import-no-server',
    severity: 'error',
    from: { path: '^electron/controller/', pathNot: '^electron/controller/(http/|text-protocol/|network/open-network)' },
    to: { path: '^electron/controller/(http|text-protocol)/' },
  },
  {
    name: 'ui-is-plain',
    comment: 'ui components only have props and events; they import no panel, page, store or link',
    severity: 'error',
    from: { path: '^renderer/ui/' },
    to: { path: '^renderer/(panels|pages|stores|link)/' },
  },
  {
    name: 'panels-import-no-page',
    severity: 'error',
    from: { path: '^renderer/(panels|stores|composables)/' },
    to: { path: '^renderer/(pages/|App\\.vue|router)' },
  },
  {
    name: 'stores-import-no-component',
    severity: 'error',
    from: { path: '^renderer/(stores|link)/' },
    to: { path: '^renderer/(panels|ui)/' },
  },
  {
    name: 'page-of-the-plant-knows-no-station',
    comment: 'plant/ is the page of the plant: it uses plain components, and those stores and panels that need no station',
    severity: 'error',
    from: { path: '^renderer/plant/' },
    to: {
      path: '^renderer/(link/|pages/|panels/|stores/|composables/station-client|page-router|main\\.ts|App\\.vue)',
      pathNot: '^renderer/(stores/(display|notices)\\.ts|panels/print/PrintState\\.vue)$',
    },
  },
  {
    name: 'page-of-the-station-knows-no-plant',
    severity: 'error',
    from: { path: '^renderer/', pathNot: '^renderer/plant/' },
    to: { path: '^renderer/plant/' },
  },
  {
    name: 'only-the-entry-opens-a-link',
    comment: 'stores use the type of the client, never a link',
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
