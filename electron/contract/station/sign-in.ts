import { z } from 'zod';
import { MAX_SECRET } from './people.ts';

/**
 * Path of the sign-in. POST of a `SignInRequest` opens a session, whose secret is in a cookie; GET answers 204 with a session and 401
 * (`sign-in-required`) without one, with the header `strobe-sign-in`.
 */
export const SESSION_PATH = '/session';

/** Prefix of the token in the start address. It is in the fragment, which browsers do not send to servers. */
export const TOKEN_FRAGMENT = '#token=';

export const SIGN_IN_HEADER = 'strobe-sign-in';
export const SIGN_INS = ['start-address', 'person', 'first-person'] as const;
/**
 * How a browser without a session signs in: with the start address on the computer of the station, as a person on another computer, or, on a station
 * without people, as its first administrator with the code that the station shows.
 */
export type SignInWay = (typeof SIGN_INS)[number];

/** Characters of the code for the first administrator, without those that look alike. */
export const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const name = z.string().trim().min(1, 'must not be empty').max(100);
const secret = z.string().min(1, 'must not be empty').max(MAX_SECRET);

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

/** The file in the station's data folder that opens the page, signed in, in a browser of this computer. */
export const START_FILE = 'open-strobe.html';
