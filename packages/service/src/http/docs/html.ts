/** Text made safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text with `code` in backquotes set as code. */
export function prose(text: string): string {
  return escapeHtml(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

export function block(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
}

export function json(value: unknown): string {
  return block(JSON.stringify(value, null, 2));
}

/**
 * A table; the cells are HTML already. A phone shows each row as a block, in which the cells between the first
 * and the last say what they are.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('');
  const cells = (row: readonly string[]): string =>
    row
      .map((cell, n) => {
        const of = n > 0 && n < row.length - 1 ? ` data-of="${heads[n]}"` : '';
        return `<td${of}>${cell}</td>`;
      })
      .join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}
