import type { LabelTest } from '#contract/api-v3/label-test.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { locateObjects } from '#rendering/document/locate-objects.ts';
import { runLabelTests, textsInTest } from '#rendering/label/run-label-tests.ts';

/** An object that a test can refer to: by its name if that is unique, otherwise by its pointer. */
export interface TestObject {
  key: string;
  pointer: string;
  type: string;
  name: string | undefined;
}

const TEXTLESS: ReadonlySet<string> = new Set(['Rect', 'Ellipse', 'PolyLine', 'StaticBitmap']);

/** The objects of a label that show a text or a code. */
export function testObjects(label: Label): TestObject[] {
  const objects = locateObjects(label).filter(({ object }) => !TEXTLESS.has(object.type));
  return objects.map(({ pointer, object: { type, name } }) => {
    const isUnique = name !== undefined && name !== '' && locateObjects(label).filter(({ object }) => object.name === name).length === 1;
    return { key: isUnique ? name : pointer, pointer, type, name };
  });
}

/** The result of an expectation. */
export interface Outcome {
  hasPassed: boolean;
  /** What the object shows; null = nothing, undefined = the label has no such object. */
  shown: string | null | undefined;
  /** The fault, if there is no such object. */
  fault?: string;
}

/** Runs a test as the controller would: returns what each of its objects shows. */
export function runTest(label: Label, test: LabelTest, values: PrintValues): Map<string, Outcome> {
  const texts = textsInTest(label, test, values);
  const objects = locateObjects(label);
  return new Map(
    Object.entries(test.expect).map(([key, expected]): [string, Outcome] => {
      const [fault] = runLabelTests({ ...label, labelTests: [{ ...test, expect: { [key]: expected } }] }, values);
      const [found, other] = objects.filter(({ pointer, object }) => pointer === key || object.name === key);
      if (!found || other) return [key, { hasPassed: false, shown: undefined, ...(fault && { fault: fault.detail }) }];
      return [key, { hasPassed: fault === undefined, shown: texts.get(found.pointer) ?? null }];
    }),
  );
}
