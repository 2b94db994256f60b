/** Why a coder that proves prints by its count only cannot be used. */
export const NO_COUNT = 'The coder does not report how many prints it has made, so that none could be proven.';
