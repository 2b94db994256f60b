import { z } from 'zod';
import { command, feed } from './operation.ts';

/** Wall screens of a station. */
export const MAX_WALL_SCREENS = 100;

const wallScreenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Milliseconds since the epoch. */
  created: z.number(),
  /** When it last opened the page, since the station was started; null if it has not. */
  lastSeen: z.number().nullable(),
});
/** A screen on another computer that shows the wall view without a sign-in. */
export type WallScreen = z.infer<typeof wallScreenSchema>;

const wallScreensEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), screens: z.array(wallScreenSchema) }),
]);
export type WallScreensEvent = z.infer<typeof wallScreensEventSchema>;

/** The wall screens of a station. They can only read. */
export const wallScreensContract = {
  watch: feed(z.object({}), wallScreensEventSchema),
  /** `path` is the address of the wall view below that of the page. It contains the token, is shown once, and cannot be read again. */
  add: command('people', z.object({ name: z.string().trim().min(1, 'must not be empty').max(100) }), z.object({ path: z.string() })),
  /** The screen is closed at once. */
  remove: command('people', z.object({ id: z.string() }), z.object({})),
};
