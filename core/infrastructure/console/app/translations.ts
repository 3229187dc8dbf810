import { Store } from './store.ts';
import { common } from './translations/common.ts';
import { data } from './translations/data.ts';
import { installation } from './translations/installation.ts';
import { packages } from './translations/packages.ts';

/** Texts of the console. The type of `t` requires each of them in all languages. */
const texts = { ...common, ...installation, ...packages, ...data };

export type Word = keyof typeof texts;
export type Language = keyof (typeof texts)[Word];

const STORAGE_KEY = 'lectern.console.language';

export const language = new Store<Language>(first());

function first(): Language {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.language.startsWith('zh') ? 'zh' : 'en';
}

/** Chooses the language, and keeps the choice in this browser. */
export function choose(chosen: Language): void {
  localStorage.setItem(STORAGE_KEY, chosen);
  language.set(chosen);
}

/** A text in the chosen language, in which `{name}` is replaced by the value of that name. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return texts[word][language.value].replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
}

const tags = { en: 'en-GB', zh: 'zh-CN' } as const;

/** A number in the chosen language, with at most `digits` decimals. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(tags[language.value], { maximumFractionDigits: digits });
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A number of seconds as a period in the chosen language, in the largest unit without a fraction. */
export function period(seconds: number): string {
  const [unit, length] = units.find((one) => seconds % one[1] === 0) ?? (['second', 1] as const);
  return (seconds / length).toLocaleString(tags[language.value], { style: 'unit', unit, unitDisplay: 'long' });
}

const style = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const;

/** A time in the chosen language, with the time zone of the browser. */
export function time(value: string | number): string {
  return written(value, style);
}

/** A time as `time` writes it, without seconds. */
export function minute(value: string): string {
  return written(value, { ...style, second: undefined });
}

function written(value: string | number, given: Intl.DateTimeFormatOptions): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? String(value) : date.toLocaleString(tags[language.value], given);
}
