import type { Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import { completeSscc, gs1Fault, isGs1Identifier } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { gs1AssociationFault } from '#rendering/barcodes/gs1/associations.ts';
import type { CarriedIdentifiers } from '#rendering/barcodes/gs1/associations.ts';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { elementId, elementValue } from './edit-element-strings.ts';

/** The findings on one element string as it would be printed now. */
export interface ElementFinding {
  /** The fault of its identifier in combination with the others. */
  idFault?: string;
  valueFault?: string;
  /** The printed value, including a generated check digit. */
  printed?: string;
}

/** What element strings are checked against. */
export interface CheckContext {
  values: PrintValues;
  /** The identifiers that the other codes of the label contain. */
  carried: CarriedIdentifiers;
}

/** Checks each element string by the same rules as a print. */
export function checkElementStrings(elements: readonly Gs1Element[], { values, carried }: CheckContext): ElementFinding[] {
  const ids = elements.map(elementId);
  return elements.map((element, index) => {
    const id = elementId(element);
    const idFault = identifierFault(id, ids.indexOf(id) < index) ?? gs1AssociationFault(id, ids, carried);
    return { ...(idFault !== undefined && { idFault }), ...(isGs1Identifier(id) && lintValue(id, elementValue(element), values)) };
  });
}

function identifierFault(id: string, isRepeated: boolean): string | undefined {
  if (!isGs1Identifier(id)) return `There is no application identifier (${id})`;
  return isRepeated ? `The application identifier (${id}) occurs twice` : undefined;
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
