// A read-only list of private tags.
export function TagList({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="note-tags">
      {tags.map((tag) => (
        <li key={tag} className="note-tag note-tag-static">
          {tag}
        </li>
      ))}
    </ul>
  );
}
