import type { NewPlantKey } from '#contract/plant/plant-key.ts';
import { PLANT_SCOPES, type PlantScope } from '#contract/plant/plant-scope.ts';

/** What the dialog of a new key edits. */
export interface PlantKeyForm {
  name: string;
  scopes: PlantScope[];
  /** Id of the controller that it is for; empty for any. */
  controller: string;
  hasEnd: boolean;
  /** As 2027-01-31; empty while it is incomplete. */
  lastDay: string;
}

/** The form of a new key: for a controller that sends its prints. */
export function newPlantKeyForm(): PlantKeyForm {
  return { name: '', scopes: ['report'], controller: '', hasEnd: false, lastDay: '' };
}

/** Only a key that sends can be limited to a controller. */
export function canBeOfController({ scopes }: PlantKeyForm): boolean {
  return scopes.includes('report');
}

/** Which inputs are missing. */
export function missingInputs({ name, scopes, hasEnd, lastDay }: PlantKeyForm): { name: boolean; scopes: boolean; lastDay: boolean } {
  return { name: name.trim() === '', scopes: scopes.length === 0, lastDay: hasEnd && lastDay === '' };
}

/** The key of a complete form. */
export function newKeyOf(form: PlantKeyForm): NewPlantKey {
  const { name, scopes, controller, hasEnd, lastDay } = form;
  return {
    name: name.trim(),
    scopes: PLANT_SCOPES.filter((scope) => scopes.includes(scope)),
    ...(canBeOfController(form) && controller !== '' && { controller }),
    ...(hasEnd && { expires: lastDay }),
  };
}
