import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../router.tsx';
import { t } from '../translations.ts';

interface SearchFormProps {
  /** Names of the fields. */
  readonly names: readonly string[];
  readonly onSearch: (values: Readonly<Record<string, string>>) => void;
  readonly children: ComponentChildren;
}

/** A form for the conditions of a list. The address of the page keeps them, so that another address is another form. */
export function SearchForm({ names, onSearch, children }: SearchFormProps) {
  const { query } = place.use();
  const form = useRef<HTMLFormElement>(null);
  const left = useRef<string | undefined>(undefined);
  const key = query.toString();
  useEffect(() => {
    // The focus returns to the field, or to the button, from which was searched.
    if (left.current === undefined) return;
    form.current?.querySelector<HTMLElement>(left.current)?.focus();
    left.current = undefined;
  }, [key]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { name } = document.activeElement as HTMLInputElement;
    left.current = name ? `[name="${name}"]` : 'button';
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    onSearch(Object.fromEntries(names.map((name) => [name, fields.get(name) as string])));
  };
  return (
    <form class="search" role="search" onSubmit={submit} key={key} ref={form}>
      {children}
      <button>{t('search')}</button>
    </form>
  );
}
