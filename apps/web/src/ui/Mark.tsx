/** The logo: three stones. The top one is amber, the others inherit the text color. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden>
      <path d="M3.6 24.7c0-3.5 4.8-4.9 11.9-4.9 7.8 0 12.9 1.7 12.9 5s-4.8 4.4-12.2 4.4c-7.5 0-12.6-1-12.6-4.5Z" />
      <path d="M7.3 14.9c0-2.9 4-3.8 8.4-3.6 4.9.2 8.6 1.5 8.4 4-.2 2.6-4 3.1-8.3 3-4.7-.1-8.5-.5-8.5-3.4Z" />
      <path
        fill="var(--accent)"
        d="M12 6.6c.2-2.8 2.5-4.2 5.2-4.2 2.9 0 4.8 1.8 4.6 4.1-.2 2.4-2.5 3.2-5.2 3.2-2.9 0-4.8-.5-4.6-3.1Z"
      />
    </svg>
  );
}
