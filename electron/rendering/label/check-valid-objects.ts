import { labelObjectSchema, type Label, type LabelObject } from '#contract/api-v3/label.ts';
import type { FieldError } from '#contract/problem.ts';
import { checkLabel } from './check-label.ts';
import { objectPointer } from '../document/locate-objects.ts';

/** Replaces a malformed object so that the pointers of the others remain correct. */
const NOTHING: LabelObject = { type: 'ObjectGroup', children: [] };

/** As `checkLabel` for a document that is not a valid label because of `faults`: checks all well-formed objects. */
export function checkValidObjects(document: unknown, faults: readonly FieldError[]): FieldError[] {
  const objs = listAt(document, 'objs');
  const pointers = new Set(faults.map(({ pointer }) => pointer));
  if (!objs || pointers.has('/objs')) return [];
  const broken = new Set([...pointers].map(objectPointer));
  const label: Label = {
    format: 3,
    width: 0,
    height: 0,
    objs: soundObjects(objs, { pointer: '/objs', broken, around: groupsAround(broken) }),
  };
  const background = memberOf(document, 'bgColor');
  if (typeof background === 'string' && !pointers.has('/bgColor')) label.bgColor = background;
  return checkLabel(label, { isWhole: false });
}

interface Place {
  pointer: string;
  /** Pointers of malformed objects. */
  broken: ReadonlySet<string>;
  /** Pointers of groups that contain malformed objects. */
  around: ReadonlySet<string>;
}

function soundObjects(objects: readonly unknown[], { pointer, broken, around }: Place): LabelObject[] {
  return objects.map((object, index): LabelObject => {
    const own = `${pointer}/${index}`;
    if (broken.has(own)) return NOTHING;
    const children = around.has(own) ? listAt(object, 'children') : undefined;
    if (children) return { ...NOTHING, children: soundObjects(children, { pointer: `${own}/children`, broken, around }) };
    return labelObjectSchema.safeParse(object).data ?? NOTHING;
  });
}

function groupsAround(pointers: ReadonlySet<string>): Set<string> {
  const around = new Set<string>();
  for (const pointer of pointers) {
    for (let end = pointer.lastIndexOf('/children/'); end >= 0; end = pointer.lastIndexOf('/children/', end - 1)) {
      around.add(pointer.slice(0, end));
    }
  }
  return around;
}

function listAt(value: unknown, key: string): readonly unknown[] | undefined {
  const found = memberOf(value, key);
  return Array.isArray(found) ? found : undefined;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
