/**
 * What a key of the plant may do: send prints and reports and take what is published, as a controller; read; save and publish items of the library; approve
 * labels; administer the plant. No scope includes another.
 */
export const PLANT_SCOPES = ['report', 'read', 'library', 'approve', 'admin'] as const;

/** A scope of a key of the plant. */
export type PlantScope = (typeof PLANT_SCOPES)[number];
