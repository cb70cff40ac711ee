/** The operator's address, from the page's HTML, where the server writes it: known even when every call fails. */
export function SupportLink() {
  const address = document.querySelector<HTMLMetaElement>('meta[name=support-email]')?.content;
  if (!address) return null;
  return (
    <a href={`mailto:${address}`} style={{ color: 'var(--link)' }}>
      {address}
    </a>
  );
}
