/**
 * What a key of the plant may do: send prints and reports, as a controller; read; administer the plant. No scope includes another.
 */
export const PLANT_SCOPES = ['report', 'read', 'admin'] as const;

/** A scope of a key of the plant. */
export type PlantScope = (typeof PLANT_SCOPES)[number];
