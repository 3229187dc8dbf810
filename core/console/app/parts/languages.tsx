import { choose, language, t, type Language } from '../translations.ts';

/** Choice of the language. */
export function Languages() {
  return (
    <select
      aria-label={t('language')}
      value={language.value}
      onChange={(event) => choose(event.currentTarget.value as Language)}
    >
      <option value="en">English</option>
      <option value="zh">中文</option>
    </select>
  );
}
