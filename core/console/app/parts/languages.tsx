import { choose, language, t, type Language } from '../translations.ts';
import { mayLeave } from '../unsaved.ts';

/** Choice of the language. Another language draws the page again, so unsaved input is asked about. */
export function Languages() {
  return (
    <select
      aria-label={t('language')}
      value={language.value}
      onChange={({ currentTarget }) => {
        if (mayLeave()) choose(currentTarget.value as Language);
        else currentTarget.value = language.value;
      }}
    >
      <option value="en">English</option>
      <option value="zh">中文</option>
    </select>
  );
}
