import type { LabelTest } from '#contract/api-v3/label-test.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { locateObjects } from '#rendering/label-objects.ts';
import { runLabelTests, textsInTest } from '#rendering/run-label-tests.ts';

/** An object that a test can name: by its name where no other has it, by its pointer otherwise. */
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

/** What an expectation came to. */
export interface Outcome {
  hasPassed: boolean;
  /** What the object shows; null for nothing, undefined for an object that the label has not. */
  shown: string | null | undefined;
  /** What is wrong, where there is no such object. */
  fault?: string;
}

/** Runs a test as the label would carry it: what each object that it names shows. */
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
