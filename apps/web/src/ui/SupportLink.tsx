/**
 * The operator's support address. The server writes it into the HTML of the page, so that it is available even if every
 * call fails.
 */
export function SupportLink() {
  const address = document.querySelector<HTMLMetaElement>('meta[name=support-email]')?.content;
  if (!address) return null;
  return (
    <a href={`mailto:${address}`} style={{ color: 'var(--link)' }}>
      {address}
    </a>
  );
}
