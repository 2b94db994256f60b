import type { Component, InjectionKey } from 'vue';

/** The component that leads from a missing character to a font that has it. Its props are those of `MissingCharacterHelp`. */
export const MISSING_CHARACTER_HELP: InjectionKey<Component> = Symbol('help with a missing character');

/** The connection whose controller reported the problems of this part of the page, where the page itself does not tell. */
export const PROBLEM_CONNECTION: InjectionKey<() => string | undefined> = Symbol('connection of the problems');
