import { Store } from './store.ts';
import { en } from './words/en.ts';
import { zh } from './words/zh.ts';

export type Word = keyof typeof en;

const languages = { en, zh } as const;
export type Language = keyof typeof languages;

const KEPT = 'lectern.console.language';

export const language = new Store<Language>(first());

function first(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.language.startsWith('zh') ? 'zh' : 'en';
}

/** Chooses the language, and keeps the choice in this browser. */
export function choose(chosen: Language): void {
  localStorage.setItem(KEPT, chosen);
  language.set(chosen);
}

/** A text in the chosen language; `{name}` is replaced by a value. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text: string = languages[language.value][word];
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
}

const tags = { en: 'en-GB', zh: 'zh-CN' } as const;

/** A number in the chosen language. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(tags[language.value], { maximumFractionDigits: digits });
}

/** A time in the chosen language. */
export function time(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toLocaleString(tags[language.value]);
}
