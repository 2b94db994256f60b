import type { Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import { completeSscc, gs1Fault, isGs1Identifier } from '#rendering/barcodes/gs1-elements.ts';
import { gs1PairFault } from '#rendering/barcodes/gs1-pairs.ts';
import type { CarriedIdentifiers } from '#rendering/barcodes/gs1-pairs.ts';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { elementId, elementValue } from './element-strings.ts';

/** What is found of an element string as it would be printed now. */
export interface ElementFinding {
  /** What is wrong with its identifier beside the others. */
  idFault?: string;
  valueFault?: string;
  /** What is printed now, a check digit that is made included. */
  printed?: string;
}

/** What a code is checked with. */
export interface LintContext {
  values: PrintValues;
  /** By the other codes of the label. */
  carried: CarriedIdentifiers;
}

/** Checks each element string by the rules that a print is refused by. */
export function lintElements(elements: readonly Gs1Element[], { values, carried }: LintContext): ElementFinding[] {
  const ids = elements.map(elementId);
  return elements.map((element, index) => {
    const id = elementId(element);
    const idFault = identifierFault(id, ids.indexOf(id) < index) ?? gs1PairFault(id, ids, carried);
    return { ...(idFault !== undefined && { idFault }), ...(isGs1Identifier(id) && lintValue(id, elementValue(element), values)) };
  });
}

function identifierFault(id: string, isRepeated: boolean): string | undefined {
  if (!isGs1Identifier(id)) return `There is no application identifier (${id})`;
  return isRepeated ? `The application identifier (${id}) comes twice` : undefined;
}

function lintValue(id: string, source: string, values: PrintValues): ElementFinding {
  try {
    const element = completeSscc({ id, value: resolveText(parseDynamicText(source), values) });
    const valueFault = gs1Fault(element);
    return valueFault === undefined ? { printed: element.value } : { printed: element.value, valueFault };
  } catch (error) {
    if (error instanceof DynamicTextError) return { valueFault: error.message };
    throw error;
  }
}
