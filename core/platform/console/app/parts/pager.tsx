import { number, t } from '../translations.ts';

interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  /** Whether `total` is an estimate. */
  readonly isEstimate?: boolean | undefined;
  readonly onPage: (offset: number) => void;
}

/** Buttons for the pages of a list, and the range of shown rows. */
export function Pager({ offset, size, total, isEstimate, onPage }: PagerProps) {
  const last = Math.min(offset + size, total);
  return (
    <div class="pager">
      <span role="status">
        {total === 0
          ? t('nothingFound')
          : t(isEstimate ? 'rangeOfAbout' : 'range', {
              first: number(offset + 1),
              last: number(last),
              total: number(total),
            })}
      </span>
      <button type="button" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - size))}>
        {t('previous')}
      </button>
      <button type="button" disabled={last >= total} onClick={() => onPage(offset + size)}>
        {t('next')}
      </button>
    </div>
  );
}
