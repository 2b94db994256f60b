import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectSuccess, expectThat } from '../expectations.ts';
import { made, RESOURCES, type Resource } from './resources.ts';
import { listed } from './lists.ts';

/** Parts of names that people use. */
const ORDINARY = {
  'a blank': 'Food case',
  'a percent sign': '50% off',
  'a plus': 'A+B',
  'an ampersand and an equals sign': 'a&b=c',
  umlauts: 'Größe',
  'Chinese letters': '标签',
  dots: 'v1.2..3',
};
const UNUSUAL = {
  'a slash': 'a/b',
  'a path to a parent folder': '../../x',
  'a question mark and a hash': 'a?b#c',
  'quotes and angle brackets': `"<b>'`,
  'an emoji': '😀',
  'the word __proto__': '__proto__',
  'the word constructor': 'constructor',
  'a backslash': 'a\\b',
};
const LONGEST = 255;

/** Checks that a name may contain any characters. */
function checksOf(resource: Resource): Check[] {
  const { noun, singular, states } = resource;
  const carries = (what: string, part: string, isCore: boolean): Check => ({
    id: `names.${noun}: ${what}`,
    level: isCore && resource.isCore ? 'core' : 'extensions',
    source: isCore ? 'specification' : 'strobe',
    says: `The name of a ${singular} may contain ${what}.`,
    run: async (visit) => {
      await made(visit, resource, visit.own(noun, part));
      expectHolds(await visit.target.get(visit.own(noun, part)), states[0]);
      const list = await visit.target.get(`/${noun}`);
      const isListed = listed(list).some(([name]) => name === visit.name(part));
      expectThat(list, isListed, { expected: `"${visit.name(part)}" in the list`, seen: 'it is not listed' });
      expectSuccess(await visit.target.delete(visit.own(noun, part)));
      expectRefused(await visit.target.get(visit.own(noun, part)));
    },
  });
  const strict = (what: string, says: string, run: Check['run']): Check => ({
    ...{ id: `names.${noun}.${what}`, level: 'extensions', source: 'strobe' },
    says,
    run,
  });
  return [
    ...Object.entries(ORDINARY).map(([what, part]) => carries(what, part, true)),
    ...Object.entries(UNUSUAL).map(([what, part]) => carries(what, part, false)),
    strict('longest', `The name of a ${singular} may have ${LONGEST} characters, and no more.`, async (visit) => {
      const fill = LONGEST - visit.name('').length;
      const path = await made(visit, resource, visit.own(noun, 'ü'.repeat(fill)));
      expectHolds(await visit.target.get(path), states[0]);
      expectRefused(await visit.target.put(visit.own(noun, 'ü'.repeat(fill + 1)), states[0]));
    }),
    strict('control', `The name of a ${singular} has no control characters.`, async (visit) => {
      for (const part of ['a\u0000b', 'a\nb', 'a\u007fb']) expectRefused(await visit.target.put(visit.own(noun, part), states[0]));
    }),
    strict('case', `The names of a ${singular} are case-sensitive.`, async (visit) => {
      await made(visit, resource, visit.own(noun, 'Case'));
      expectRefused(await visit.target.get(visit.own(noun, 'case')));
    }),
    strict('normalised', `A ${singular} is found under its name however its accents are written.`, async (visit) => {
      await made(visit, resource, visit.own(noun, 'Größe'.normalize('NFD')));
      expectHolds(await visit.target.get(visit.own(noun, 'Größe'.normalize('NFC'))), states[0]);
    }),
    strict('encoding', `A path of a ${singular} that is not percent-encoded UTF-8 is refused.`, async (visit) => {
      for (const end of ['%zz', '%ff', '%c3%28']) expectRefused(await visit.target.put(visit.own(noun) + end, states[0]));
    }),
    strict('apart', `Names of ${noun} that differ in a blank, a plus or a percent sign are different ones.`, async (visit) => {
      const parts = ['a b', 'a+b', 'a%20b'];
      for (const part of parts) await made(visit, resource, visit.own(noun, part));
      await visit.target.delete(visit.own(noun, 'a b'));
      const list = await visit.target.get(`/${noun}`);
      const left = listed(list).map(([name]) => name);
      expectSame(
        list,
        parts.filter((part) => left.includes(visit.name(part))),
        ['a+b', 'a%20b'],
      );
    }),
  ];
}

export const nameChecks: readonly Check[] = RESOURCES.flatMap(checksOf);
