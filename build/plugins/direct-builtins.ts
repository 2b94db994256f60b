import type { Plugin } from 'vite';

/**
 * Takes modules of Node from `process.getBuiltinModule` instead of importing them. For an import Node reads every export of the module, also those that load much
 * more, such as the WebSocket of `node:http`: a start takes about a tenth longer. For bundles whose files do not import each other in a circle: a constant has a
 * value only once its file has been executed up to it.
 */
export const directBuiltins: Plugin = {
  name: 'strobe-direct-builtins',
  apply: 'build',
  renderChunk: (code) => ({ code: code.replace(IMPORT, (_line, what: string, name: string) => assignments(what.trim(), name)), map: null }),
};

const IMPORT = /^import ([^"\n]+?) from "(node:[\w/]+)";$/gm;
const WHAT = /^(?:(?<whole>[\w$]+)\s*,?\s*)?(?:\{(?<names>[^}]*)\}|\* as (?<namespace>[\w$]+))?$/;

/** The statement that has the same effect as `import what from name`. */
function assignments(what: string, name: string): string {
  const { whole, names, namespace } = WHAT.exec(what)?.groups ?? {};
  if (names?.includes('default') || (whole ?? names ?? namespace) === undefined)
    throw new Error(`cannot replace: import ${what} from "${name}"`);
  const targets = [whole, namespace, names === undefined ? undefined : `{ ${names.replaceAll(' as ', ': ').trim()} }`];
  return targets
    .filter((target) => target !== undefined)
    .map((target) => `const ${target} = process.getBuiltinModule("${name}");`)
    .join(' ');
}
