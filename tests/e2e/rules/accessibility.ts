import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface Scope {
  /** Selector of the part to check, instead of the whole page. */
  within?: string;
  /** Additional rules. */
  also?: readonly string[];
  /** These rules instead of all. */
  only?: readonly string[];
}

/** The accessibility violations of a page: rules and places. */
export async function accessibilityViolations(
  page: Page,
  { within, also = [], only }: Scope = {},
): Promise<{ id: string; places: string[] }[]> {
  const rules = Object.fromEntries(also.map((rule) => [rule, { enabled: true }]));
  // Only violations are listed with their places, because listing all passes takes longer than checking.
  const axe = new AxeBuilder({ page }).options({ rules, resultTypes: ['violations'], ...(only && { runOnly: [...only] }) });
  // The page has no frames, so axe needs no other page to combine results.
  axe.setLegacyMode();
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html) }));
}
