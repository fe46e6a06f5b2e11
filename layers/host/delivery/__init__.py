"""What has been saved, on its way out: in order, merged, and no faster than a platform allows."""
