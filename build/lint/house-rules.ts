/** Rules of this project that oxlint does not have, as a plugin of it (`build/oxlint.json`). */

interface Node {
  id?: { name?: string } | null;
}

interface Context {
  report(finding: { node: Node; message: string }): void;
}

type Visitor = Record<string, (node: Node) => void>;

/** A rule that reports every node of a type, or those that fit. */
function forbid(type: string, message: string, fits: (node: Node) => boolean = () => true) {
  return {
    create: (context: Context): Visitor => ({
      [type]: (node) => {
        if (fits(node)) context.report({ node, message });
      },
    }),
  };
}

export default {
  meta: { name: 'house' },
  rules: {
    'no-default-export': forbid('ExportDefaultDeclaration', 'Named exports only.'),
    'no-barrel': forbid('ExportAllDeclaration', 'No barrels: import from the file that has it.'),
    'no-enum': forbid('TSEnumDeclaration', 'No TypeScript enum: a union of literals or a const object.'),
    'no-vague-class-name': forbid('ClassDeclaration', 'A class is named for its module.', ({ id }) =>
      /(Manager|Service|Helper)$/.test(id?.name ?? ''),
    ),
  },
};
