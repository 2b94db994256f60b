import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STATUS_ERROR_TEXTS } from '#contract/api-v3/status-error-texts.ts';
import { AREAS, type Ability, type EngineCheck } from './checks/engine-check.ts';
import { CONNECTION_CHECKS } from './checks/connection-checks.ts';
import { COUNT_CHECKS } from './checks/count-checks.ts';
import { DEVICE_CHECKS } from './checks/device-checks.ts';
import { ERROR_CHECKS } from './checks/error-checks.ts';
import { MESSAGE_CHECKS } from './checks/message-checks.ts';
import { PRINT_CHECKS } from './checks/print-checks.ts';
import { RANDOM_CHECKS } from './checks/random-checks.ts';
import { RESTART_CHECKS } from './checks/restart-checks.ts';
import type { EngineRig } from './engine-rig.ts';
import { EngineTester } from './engine-tester.ts';

export interface EngineUnderTest {
  makeRig: () => Promise<EngineRig>;
  /** What its device cannot do, and why. The checks that need it are replaced by the reason. */
  cannot: Partial<Record<Ability, string>>;
}

const CHECKS: readonly EngineCheck[] = [
  ...CONNECTION_CHECKS,
  ...DEVICE_CHECKS,
  ...ERROR_CHECKS,
  ...PRINT_CHECKS,
  ...COUNT_CHECKS,
  ...MESSAGE_CHECKS,
  ...RESTART_CHECKS,
  ...RANDOM_CHECKS,
];

/** The checks that every engine passes with its device. */
export function describeEngine(name: string, { makeRig, cannot }: EngineUnderTest): void {
  const can = (ability: Ability) => cannot[ability] === undefined;

  describe(`the ${name} engine`, () => {
    let rig: EngineRig;
    let tester: EngineTester;

    beforeEach(async () => {
      rig = await makeRig();
      tester = new EngineTester(rig);
    });
    afterEach(async () => {
      await tester.stop();
      expect(tester.falselyConfirmed).toEqual([]);
      expect(tester.statedErrors.filter(({ code }) => !Object.hasOwn(STATUS_ERROR_TEXTS, code))).toEqual([]);
    });

    describe.each(AREAS)('%s', (area) => {
      for (const { needs, title, run } of CHECKS.filter((check) => check.area === area)) {
        const missing = needs.find((ability) => !can(ability));
        if (missing === undefined) it(title, () => run({ rig, tester, facts: tester.facts, can }));
        else it(`${title}: not tried, ${cannot[missing]}`, () => expect(cannot[missing]).toMatch(/^\S.{20,}/));
      }
    });
  });
}
