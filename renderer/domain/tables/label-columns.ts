import type { Label } from '#contract/api-v3/label.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';

/** The table columns that a label prints; empty for a document that is not a label of this format. */
export function columnsOf(label: unknown): string[] {
  try {
    return labelNeeds(label as Label).columns;
  } catch {
    return [];
  }
}
