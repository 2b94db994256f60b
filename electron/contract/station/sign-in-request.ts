import { z } from 'zod';
import { MAX_SECRET } from './people.ts';

const name = z.string().trim().min(1, 'must not be empty').max(100);
const secret = z.string().min(1, 'must not be empty').max(MAX_SECRET);

/** What a browser sends to `SESSION_PATH`. */
export const signInSchema = z.union(
  [
    /** The one-time token of the start address. */
    z.strictObject({ token: z.string().min(1).max(128) }),
    z.strictObject({ name, secret }),
    /** The first administrator of a station without people. */
    z.strictObject({ code: z.string().min(1).max(40), name, secret }),
    /** The token of a wall screen. */
    z.strictObject({ wall: z.string().min(1).max(128) }),
  ],
  'must be a way to sign in',
);
export type SignInRequest = z.infer<typeof signInSchema>;
