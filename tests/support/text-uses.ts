import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { compileTemplate, parse } from 'vue/compiler-sfc';

const RENDERER = join(import.meta.dirname, '../../renderer');

/** A place in the code of the page that names a text, or may name one: every string is listed. */
export interface TextUse {
  /** Below `renderer/`. */
  file: string;
  /** As it is written. */
  written: string;
  /** Matches the names that it may be. */
  pattern: RegExp;
  /** It is what `t` or `te` is called with. */
  isCalled: boolean;
}

/** Names that begin with a value: of which groups of texts the value is one, by the file. */
const GROUPS_OF: Readonly<Record<string, readonly string[]>> = {
  'panels/editing/EditDialog.vue': ['variables', 'counters', 'shiftCodes'],
  'panels/editing/use-resource-actions.ts': ['variables', 'shiftCodes'],
};

/** Names that end with a value which is itself a name of several steps. */
const ENDS_WITH_STEPS: ReadonlySet<string> = new Set([
  // Noun and verb of a command of the station: `printing.select`.
  'eventLog.commands.',
  // A kind of recorded events: `printer.error-began`.
  'recordedEvents.kind.',
]);

interface PageSource {
  /** Below `renderer/`. */
  file: string;
  trees: ts.SourceFile[];
}

/** The code of the page, that of its texts left out. */
export function pageSources(): PageSource[] {
  return globSync('**/*.{ts,vue}', { cwd: RENDERER })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('locales/'))
    .sort()
    .map((file) => ({
      file,
      trees: scripts(file).map((code) => ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)),
    }));
}

/** The scripts of a file, and what its template is compiled to. */
function scripts(file: string): string[] {
  const source = readFileSync(join(RENDERER, file), 'utf8');
  if (!file.endsWith('.vue')) return [source];
  const { script, scriptSetup, template } = parse(source, { filename: file }).descriptor;
  const options = { filename: file, id: file, compilerOptions: { expressionPlugins: ['typescript' as const] } };
  const render = template ? [compileTemplate({ ...options, source: template.content }).code] : [];
  return [script?.content ?? '', scriptSetup?.content ?? '', ...render];
}

/** Every use of a text in these sources. */
export function textUses(sources: readonly PageSource[]): TextUse[] {
  return sources.flatMap(({ file, trees }) =>
    trees.flatMap((tree) =>
      strings(tree).map((node) => ({ file, written: node.getText(), pattern: patternOf(node, file), isCalled: isCalledWith(node) })),
    ),
  );
}

type StringNode = ts.StringLiteralLike | ts.TemplateExpression;

function strings(tree: ts.Node): StringNode[] {
  const found: StringNode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** A value within a name is one step of it. */
function patternOf(node: StringNode, file: string): RegExp {
  if (ts.isStringLiteralLike(node)) return new RegExp(`^${escaped(node.text)}$`);
  const { head, templateSpans } = node;
  const first = head.text === '' ? `(${(GROUPS_OF[file] ?? []).map(escaped).join('|')})` : escaped(head.text) + valueAfter(head.text);
  const rest = templateSpans.map(({ literal }, index) => escaped(literal.text) + (index < templateSpans.length - 1 ? '[^.]+' : ''));
  return new RegExp(`^${first}${rest.join('')}$`);
}

function valueAfter(text: string): string {
  return ENDS_WITH_STEPS.has(text) ? '.+' : '[^.]+';
}

function isCalledWith(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return isCalledWith(parent);
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  const { expression } = parent;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(name) && (name.text === 't' || name.text === 'te');
}

/** A page of the router, and the files of texts that it waits for. */
export interface RoutedPage {
  /** Below `renderer/`. */
  file: string;
  texts: string[];
}

/** The pages that a router loads: the calls of `page(() => import(file), ...texts)`. */
export function routedPages(sources: readonly PageSource[], routerFile = 'page-router.ts'): RoutedPage[] {
  const router = sources.find(({ file }) => file === routerFile)?.trees[0];
  if (!router) throw new Error('There is no router.');
  const constants = constantsOf(router);
  const pages: RoutedPage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'page') {
      const [load, ...texts] = node.arguments.map((argument) => constants.get(argument.getText()) ?? argument);
      const [file = ''] = load ? importsOf(load, routerFile) : [];
      pages.push({ file, texts: texts.map((text) => (ts.isStringLiteralLike(text) ? text.text : '')) });
    }
    ts.forEachChild(node, visit);
  };
  visit(router);
  return pages;
}

function constantsOf(tree: ts.SourceFile): Map<string, ts.Expression> {
  const declared = tree.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(declared.flatMap(({ name, initializer }) => (initializer ? [[name.getText(), initializer] as const] : [])));
}

/** These files, and all that they import, at once or later; `without` are not withImmediatePoll. */
export function importedBy(sources: readonly PageSource[], files: readonly string[], without: readonly string[] = []): PageSource[] {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const reached = new Set(files);
  for (const file of reached) {
    for (const imported of byFile.get(file)?.trees.flatMap((tree) => importsOf(tree, file)) ?? []) {
      if (!without.includes(imported)) reached.add(imported);
    }
  }
  return [...reached].flatMap((file) => byFile.get(file) ?? []);
}

/** The files below `renderer/` that are imported, at once or later; those of types left out. */
function importsOf(tree: ts.Node, file: string): string[] {
  const found: string[] = [];
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')) {
      found.push(posix.normalize(posix.join(dirname(file), specifier.text)));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) add(node.moduleSpecifier);
    if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
