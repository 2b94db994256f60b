import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface Looking {
  /** Where to look, instead of everywhere. */
  within?: string;
  /** Rules beside those that always hold. */
  also?: readonly string[];
}

/** What keeps somebody from using a page: the rules that are broken, and where. */
export async function barriers(page: Page, { within, also = [] }: Looking = {}): Promise<{ id: string; places: string[] }[]> {
  const rules = Object.fromEntries(also.map((rule) => [rule, { enabled: true }]));
  // Places are told of what is broken only: to name all that are well takes longer than to look at them.
  const axe = new AxeBuilder({ page }).options({ rules, resultTypes: ['violations'] });
  // The page has no frames: no other page is opened to put together what they say.
  axe.setLegacyMode();
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html) }));
}
