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

/** The file in the station's data folder that opens the page, signed in, in a browser of this computer. */
export const START_FILE = 'open-strobe.html';
