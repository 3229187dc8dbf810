import { choose, language, t, type Language } from '../translations.ts';
import { mayLeave } from '../unsaved.ts';

/** Select box for the language. A new language redraws the page, so the user is asked before unsaved input is lost. */
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
